// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/base/byte_reader.h"
#include "core/base/byte_view.h"
#include "core/base/debug_id.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace faultline::macho {

/// A segment, which the loader maps.
struct MachSegment
{
    std::string_view name; ///< "__TEXT"; empty in object files.
    std::uint64_t address = 0;
    std::uint64_t memorySize = 0;
    std::uint64_t fileOffset = 0;
    std::uint64_t fileSize = 0;
    bool executable = false;
    bool writable = false;
};

struct MachSection
{
    std::string_view name; ///< "__debug_info"; longer names are cut to 16 characters.
    std::string_view segmentName;
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    std::uint32_t fileOffset = 0; ///< Has 32 bits even in 64-bit files.
    bool isZeroFill = false;
    bool hasInstructions = false; ///< The section's attributes say so.
    std::size_t segment = 0;      ///< Index into segments().
};

/// The place of the symbol table. Offsets are checked only when it is read.
struct MachSymbolTable
{
    std::uint32_t symbolOffset = 0;
    std::uint32_t symbolCount = 0;
    std::uint32_t stringOffset = 0;
    std::uint32_t stringBytes = 0;
};

/// A range of bytes in the file. It is checked only when it is read.
struct MachTable
{
    std::uint32_t offset = 0;
    std::uint32_t sizeBytes = 0;
};

/// The header and load commands of a thin Mach-O file, 32 or 64 bit, either byte order. Immutable;
/// holds the file. Layout: <mach-o/loader.h>.
class MachFile
{
public:
    static bool looksLike(Bytes file);

    /// Errors: Unsupported (no Mach-O magic), Malformed (load commands exceed the file or
    /// contradict themselves).
    static Result<MachFile> open(ByteView file, const ParseLimits& limits);

    const ByteView& file() const { return m_file; }

    std::endian order() const { return m_order; }

    bool is64() const { return m_is64; }

    std::uint32_t fileType() const { return m_fileType; }

    Arch arch() const;

    /// Absent without LC_UUID.
    const std::optional<DebugId>& uuid() const { return m_uuid; }

    const std::vector<MachSegment>& segments() const { return m_segments; }

    const std::vector<MachSection>& sections() const { return m_sections; }

    const std::optional<MachSymbolTable>& symbolTable() const { return m_symbolTable; }

    /// The table of LC_FUNCTION_STARTS.
    const std::optional<MachTable>& functionStarts() const { return m_functionStarts; }

    /// Linked address of `__TEXT`; 0 when there is none.
    std::uint64_t loadAddress() const;

    /// Finds a section by name, with or without the leading "__". Names longer than 16 characters
    /// match the cut name. The first section with that name and with bytes in the file counts;
    /// absent when there is none.
    std::optional<ByteView> section(std::string_view name) const;

    std::optional<ByteView> sectionBytes(const MachSection& section) const;

    std::optional<ByteView> atAddress(std::uint64_t address, std::uint64_t sizeBytes) const;

private:
    explicit MachFile(ByteView file) : m_file(std::move(file)) {}

    Result<void> readLoadCommands(const ParseLimits& limits);
    Result<void> readCommand(std::uint32_t command, Bytes body, const ParseLimits& limits);
    Result<void> readSegment(Bytes body, bool is64, const ParseLimits& limits);
    MachSection readSection(ByteReader& reader, bool is64) const;
    void readUuid(Bytes body);
    void readSymbolTable(Bytes body);
    void readFunctionStarts(Bytes body);
    const MachSegment* segmentAt(std::uint64_t address) const;

    ByteView m_file;
    std::endian m_order = std::endian::little;
    bool m_is64 = false;
    std::uint32_t m_cpuType = 0;
    std::uint32_t m_cpuSubtype = 0;
    std::uint32_t m_fileType = 0;
    std::vector<MachSegment> m_segments;
    std::vector<std::uint32_t> m_byAddress; ///< Indexes of the segments.
    std::vector<MachSection> m_sections;
    std::optional<DebugId> m_uuid;
    std::optional<MachSymbolTable> m_symbolTable;
    std::optional<MachTable> m_functionStarts;
};

/// CPU of a cputype/cpusubtype pair (<mach/machine.h>). Subtypes distinguish x86_64h, arm64e,
/// armv7s and arm64_32.
Arch archOfMachCpu(std::uint32_t cpuType, std::uint32_t cpuSubtype);

} // namespace faultline::macho
