// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_reader.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::elf {

struct ElfSection
{
    std::string_view name; ///< Points into the file.
    std::uint32_t type = 0;
    std::uint64_t flags = 0;
    std::uint64_t address = 0;
    std::uint64_t offset = 0;
    std::uint64_t sizeBytes = 0;
    std::uint32_t link = 0;
    std::uint32_t info = 0;
};

struct ElfSegment
{
    std::uint32_t type = 0;
    std::uint32_t flags = 0;
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t fileSizeBytes = 0;
    std::uint64_t memorySizeBytes = 0;
    std::uint64_t alignment = 0;
};

/// The file header and the two tables it points to; views into the file's bytes.
struct ElfLayout
{
    bool is64 = false;
    std::endian order = std::endian::little;
    std::uint16_t type = 0;
    std::uint16_t machine = 0;
    std::uint32_t flags = 0;
    std::vector<ElfSection>
        sections; ///< Index 0 is the null section; empty when headers are stripped.
    std::vector<ElfSegment> segments;
    std::vector<std::uint32_t> loads; ///< Indexes of the PT_LOADs, ascending by address.
    std::vector<std::string> warnings;

    /// Linked address of the first PT_LOAD; 0 without one.
    std::uint64_t loadAddress() const;
    bool hasSegment(std::uint32_t segmentType) const;

    /// Size of an address or offset field in bytes.
    std::size_t wordBytes() const { return is64 ? 8 : 4; }

    /// The file bytes that are mapped from the address to the end of its PT_LOAD; empty when there
    /// are none.
    Bytes mappedFrom(Bytes file, std::uint64_t address) const;
    /// Does an executable PT_LOAD cover the address?
    bool isExecutable(std::uint64_t address) const;

private:
    template <class Fits>
    const ElfSegment* firstLoad(std::uint64_t address, const Fits& fits) const;
};

/// Errors: Unsupported (no ELF, unknown class or byte order), Malformed (a table lies outside the
/// file). Damaged section names only give a warning. So do damaged section headers if the loader
/// could map the file.
Result<ElfLayout> readLayout(Bytes file, const ParseLimits& limits);

/// The same without sections, for images in memory and core files. Their section headers, if any,
/// are at the end, which may be truncated.
Result<ElfLayout> readSegmentLayout(Bytes file, const ParseLimits& limits);

} // namespace faultline::elf
