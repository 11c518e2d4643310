#pragma once

#include "core/formats/debug/elf/elf_layout.h"
#include "core/model/memory.h"

namespace faultline::corefile {

/// An ELF image in memory, known by the header at its start.
struct LoadedImage
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< Behind its last segment.
    std::uint64_t bias = 0; ///< What turns addresses of its file into those in memory.
    Bytes buildId;
    elf::ElfLayout layout;

    /// The first of the type; null without one.
    const elf::ElfSegment* segmentOf(std::uint32_t type) const;
};

/// Absent when no program or library begins there.
std::optional<LoadedImage>
readImage(const MemoryImage& memory, std::uint64_t address, ParseLimits limits);

} // namespace faultline::corefile
