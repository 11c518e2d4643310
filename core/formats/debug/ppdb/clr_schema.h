// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace faultline::ppdb {

/// Tables of CLR metadata that are read, with the files' numbers. Source: ECMA-335 II.22; 0x30 and
/// above: dotnet/runtime docs/design/specs/PortablePdb-Metadata.md.
enum class ClrTable : std::uint8_t {
    MethodDef = 0x06,
    Document = 0x30,
    MethodDebugInformation = 0x31,
    StateMachineMethod = 0x36,
    CustomDebugInformation = 0x37,
};

inline constexpr std::size_t kClrTableCount = 64;
inline constexpr std::size_t kClrMaxColumns = 9;

/// The kind of a column, which gives its width: a fixed size, an offset into a heap, a row of one
/// table, or a row of one of several tables (a coded index, whose low bits choose the table).
enum class ClrColumnKind : std::uint8_t { U16, U32, Text, Guid, Blob, Row, Coded };

struct ClrColumn
{
    ClrColumnKind kind = ClrColumnKind::U16;
    std::uint8_t target = 0; ///< Row: the table. Coded: a ClrCodedIndex.
};

/// The sets of tables that coded indexes choose from (ECMA-335 II.24.2.6).
enum class ClrCodedIndex : std::uint8_t {
    TypeDefOrRef,
    HasConstant,
    HasCustomAttribute,
    HasFieldMarshal,
    HasDeclSecurity,
    MemberRefParent,
    HasSemantics,
    MethodDefOrRef,
    MemberForwarded,
    Implementation,
    CustomAttributeType,
    ResolutionScope,
    TypeOrMethodDef,
    HasCustomDebugInformation,
};

/// Columns of a table in order; empty for an unknown table number.
std::span<const ClrColumn> clrColumns(std::size_t table);

/// The tables that a coded index chooses from; the position is the tag.
std::span<const std::uint8_t> clrCodedTables(ClrCodedIndex index);

/// Number of low bits of a coded index that hold the tag.
unsigned clrTagBits(ClrCodedIndex index);

} // namespace faultline::ppdb
