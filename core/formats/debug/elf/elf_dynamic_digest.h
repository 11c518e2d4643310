// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_layout.h"

namespace faultline::elf {

/// The dynamic section of a program or library. The dynamic linker writes into it, so core files
/// hold it even if they lack the pages of the file (core(5), coredump_filter). Use the digest only
/// for comparison.
struct DynamicSection
{
    std::uint64_t address = 0; ///< As linked.
    std::uint64_t sizeBytes = 0;
    std::string digest; ///< Empty if there are too few entries to identify a file.
};

/// Absent for a file that has none.
std::optional<DynamicSection> dynamicSectionOf(Bytes file, const ParseLimits& limits);

/// The addresses of an image in memory.
struct LoadedAt
{
    std::uint64_t bias = 0; ///< Of its addresses to those as linked.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// The same digest of a section in memory. Addresses inside the image count as linked again,
/// because some dynamic linkers relocate them in place. What a debugger's entry (DT_DEBUG) points
/// to does not count.
std::string
dynamicDigest(Bytes section, std::endian order, std::size_t wordBytes, const LoadedAt& image);

} // namespace faultline::elf
