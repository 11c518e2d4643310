// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_dynamic_digest.h"

#include "core/base/hash.h"
#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::elf {

namespace {

constexpr std::uint32_t kMaxImageSegments = 256; // Linkers make about a dozen.
constexpr std::uint64_t kMaxSectionBytes = 64 << 10;
constexpr std::size_t kFewestEntries = 8; // Libraries have about 25.
constexpr std::uint64_t kEnd = 0;         // DT_NULL
constexpr std::uint64_t kDebug = 21;      // DT_DEBUG

void append(std::vector<std::byte>& out, std::uint64_t value)
{
    for (unsigned shift = 0; shift < 64; shift += 8)
        out.push_back(static_cast<std::byte>(value >> shift));
}

} // namespace

std::string
dynamicDigest(Bytes section, std::endian order, std::size_t wordBytes, const LoadedAt& image)
{
    ByteReader reader(section, order);
    std::vector<std::byte> entries;
    std::size_t count = 0;
    while (reader.remaining() >= 2 * wordBytes) {
        const auto tag = reader.unsignedOf(wordBytes);
        const auto value = reader.unsignedOf(wordBytes);
        if (tag == kEnd)
            return count < kFewestEntries ? std::string() : sha256Hex(entries);
        ++count;
        append(entries, tag);
        if (tag != kDebug)
            append(entries, value >= image.begin && value < image.end ? value - image.bias : value);
    }
    return {}; // The end is missing.
}

std::optional<DynamicSection> dynamicSectionOf(Bytes file, const ParseLimits& limits)
{
    auto few = limits;
    few.maxSections = kMaxImageSegments;
    const auto layout = readSegmentLayout(file, few);
    if (!layout || (layout->type != ET_EXEC && layout->type != ET_DYN))
        return std::nullopt;
    const auto segment =
        std::ranges::find(layout->segments, std::uint32_t{PT_DYNAMIC}, &ElfSegment::type);
    if (segment == layout->segments.end() || segment->fileSizeBytes > kMaxSectionBytes ||
        !rangeFits(segment->offset, segment->fileSizeBytes, file.size()))
        return std::nullopt;
    const auto bytes = file.subspan(static_cast<std::size_t>(segment->offset),
                                    static_cast<std::size_t>(segment->fileSizeBytes));
    return DynamicSection{segment->address, segment->fileSizeBytes,
                          dynamicDigest(bytes, layout->order, layout->wordBytes(), {})};
}

} // namespace faultline::elf
