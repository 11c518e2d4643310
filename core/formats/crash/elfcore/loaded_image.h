// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/elf/elf_layout.h"
#include "core/model/memory.h"

namespace faultline::corefile {

/// An ELF image in memory, identified by the header at its start.
struct LoadedImage
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< Address after its last segment.
    std::uint64_t bias = 0; ///< Add this to an address in its file to get the address in memory.
    Bytes buildId;
    elf::ElfLayout layout;

    /// The first segment of the type; null when there is none.
    const elf::ElfSegment* segmentOf(std::uint32_t type) const;
};

/// Absent when no program or library begins at the address.
std::optional<LoadedImage>
readImage(const MemoryImage& memory, std::uint64_t address, ParseLimits limits);

} // namespace faultline::corefile
