// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/elfcore/loaded_image.h"

#include "core/formats/debug/elf/elf_constants.h"
#include "core/formats/debug/elf/elf_notes.h"

#include <algorithm>

namespace faultline::corefile {

namespace {

constexpr std::uint32_t kMaxImageSegments =
    256; // Limit for one loaded image; linkers make about a dozen.
constexpr std::uint64_t kMaxNoteBytes = 64 << 10; // Of all segments together.
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::size_t kMaxBuildIdBytes =
    64; // Linkers make ids of 8 to 32 bytes; anything longer is not an id.

/// Searches the notes of a segment and the bytes directly after them in the same page. Go lists
/// only its own note in the program headers and puts the build id after it. `left` is what may
/// still be searched.
Bytes buildIdAt(const elf::ElfSegment& segment,
                std::uint64_t bias,
                std::endian order,
                const MemoryImage& memory,
                std::uint64_t& left)
{
    const auto address = bias + segment.address;
    const auto declared = std::min(segment.memorySizeBytes, left);
    const auto inLastPage = (address + declared) % kPageBytes;
    const auto readable = declared + (inLastPage == 0 ? 0 : kPageBytes - inLastPage);
    const auto held = memory.pieceFrom(address);
    const auto bytes = held.first(std::min<std::uint64_t>({held.size(), readable, left}));
    left -= bytes.size();
    elf::NoteReader notes(bytes, order, segment.alignment);
    while (const auto note = notes.next()) {
        const bool isPadding = note->offset > declared && note->owner.empty();
        if (isPadding)
            break;
        if (note->owner == "GNU" && note->type == elf::NT_GNU_BUILD_ID &&
            note->descriptor.size() <= kMaxBuildIdBytes)
            return note->descriptor;
    }
    return {};
}

Bytes buildIdOf(const elf::ElfLayout& layout, std::uint64_t bias, const MemoryImage& memory)
{
    std::uint64_t left = kMaxNoteBytes;
    for (const auto& segment : layout.segments) {
        if (segment.type != elf::PT_NOTE)
            continue;
        const auto id = buildIdAt(segment, bias, layout.order, memory, left);
        if (!id.empty())
            return id;
    }
    return {};
}

/// The end of the image as addresses of its file; absent when a segment wraps around.
std::optional<std::uint64_t> linkedEnd(const elf::ElfLayout& layout)
{
    std::uint64_t end = 0;
    for (const auto& segment : layout.segments) {
        if (segment.type != elf::PT_LOAD)
            continue;
        if (segment.memorySizeBytes > UINT64_MAX - segment.address)
            return std::nullopt;
        end = std::max(end, segment.address + segment.memorySizeBytes);
    }
    return end;
}

} // namespace

const elf::ElfSegment* LoadedImage::segmentOf(std::uint32_t type) const
{
    const auto found = std::ranges::find(layout.segments, type, &elf::ElfSegment::type);
    return found == layout.segments.end() ? nullptr : &*found;
}

/// gABI "Program Loading": the file header is at the start of the first PT_LOAD's page.
std::optional<LoadedImage>
readImage(const MemoryImage& memory, std::uint64_t address, ParseLimits limits)
{
    limits.maxSections = kMaxImageSegments;
    const auto layout = elf::readSegmentLayout(memory.pieceFrom(address), limits);
    if (!layout || (layout->type != elf::ET_EXEC && layout->type != elf::ET_DYN))
        return std::nullopt;
    const auto first =
        std::ranges::find(layout->segments, std::uint32_t{elf::PT_LOAD}, &elf::ElfSegment::type);
    const auto end = linkedEnd(*layout);
    if (first == layout->segments.end() || !end)
        return std::nullopt;
    const auto linkedStart = first->address - first->offset;
    if (*end <= linkedStart || *end - linkedStart > UINT64_MAX - address)
        return std::nullopt;
    const auto bias = address - linkedStart;
    return LoadedImage{.begin = address,
                       .end = bias + *end,
                       .bias = bias,
                       .buildId = buildIdOf(*layout, bias, memory),
                       .layout = *layout};
}

} // namespace faultline::corefile
