// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_code_pointers.h"

#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::elf {

namespace {

constexpr std::uint32_t kMaxImageSegments = 256;        // Linkers make about a dozen.
constexpr std::uint64_t kMaxSearchedBytes = 1ull << 20; // The tables of a C library have 20 KiB.

using Word = std::pair<std::uint64_t, std::uint64_t>;

/// `left` bytes may be searched in all segments together.
std::vector<Word>
pointersIn(Bytes file, const ElfLayout& layout, const ElfSegment& data, std::uint64_t& left)
{
    std::vector<Word> words;
    if (!rangeFits(data.offset, data.fileSizeBytes, file.size()))
        return words;
    const auto sizeBytes = std::min(data.fileSizeBytes, left);
    left -= sizeBytes;
    ByteReader reader(
        file.subspan(static_cast<std::size_t>(data.offset), static_cast<std::size_t>(sizeBytes)),
        layout.order);
    while (reader.remaining() >= layout.wordBytes()) {
        const auto address = data.address + reader.offset();
        const auto value = reader.unsignedOf(layout.wordBytes());
        if (value != 0 && layout.isExecutable(value))
            words.emplace_back(address, value);
    }
    return words;
}

} // namespace

CodePointers codePointersOf(Bytes file, ParseLimits limits)
{
    limits.maxSections = kMaxImageSegments;
    const auto layout = readSegmentLayout(file, limits);
    if (!layout || layout->type != ET_EXEC || layout->hasSegment(PT_DYNAMIC))
        return {};
    std::vector<Word> all;
    std::uint64_t left = kMaxSearchedBytes;
    for (const auto& segment : layout->segments) {
        if (segment.type == PT_LOAD && (segment.flags & PF_W) != 0)
            std::ranges::move(pointersIn(file, *layout, segment, left), std::back_inserter(all));
    }
    CodePointers pointers;
    if (all.size() < CodePointers::kFewest)
        return pointers;
    const auto count = std::min(all.size(), CodePointers::kMost);
    for (std::size_t i = 0; i < count; ++i)
        pointers.words.push_back(all[i * all.size() / count]);
    return pointers;
}

} // namespace faultline::elf
