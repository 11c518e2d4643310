// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <bit>
#include <cstdint>

namespace faultline::golang {

/// The layouts of Go's function table, named after the first release that writes them.
enum class TableVersion : std::uint8_t { Go12, Go116, Go118, Go120 };

/// The beginning of the function table (`pclntab`). Offsets count from the table's first byte.
/// Source: Go, src/debug/gosym/pclntab.go; src/runtime/symtab.go, `pcHeader`.
struct TableHeader
{
    TableVersion version = TableVersion::Go120;
    std::endian order = std::endian::little;
    std::uint8_t codeUnitBytes = 1; ///< The smallest instruction.
    std::uint8_t wordBytes = 8;
    std::uint64_t functionCount = 0;
    std::uint64_t textStart = 0; ///< 0 when the header does not tell (before Go 1.18, from 1.26).
    std::uint64_t names = 0;
    std::uint64_t unitFiles = 0; ///< From Go 1.16: the files of each unit.
    std::uint64_t files = 0;     ///< Names of files; before Go 1.16: their offsets.
    std::uint64_t pcValues = 0;
    std::uint64_t records = 0;   ///< Records of functions count from here.
    std::uint64_t functions = 0; ///< One entry for each function: its address and its record.

    /// Are addresses offsets from the start of the code?
    bool hasTextOffsets() const { return version >= TableVersion::Go118; }

    /// Bytes of an address in an entry. The record's offset has as many.
    unsigned fieldBytes() const { return hasTextOffsets() ? 4 : wordBytes; }
};

/// The bytes that every table begins with.
inline constexpr std::size_t kTableMagicBytes = 8;

/// Can a function table begin here?
bool looksLikeFunctionTable(Bytes bytes);

/// Errors: Unsupported (another magic number), Malformed (an offset or the entries lie outside the
/// bytes).
Result<TableHeader> readTableHeader(Bytes bytes);

} // namespace faultline::golang
