// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_image_start.h"

#include "core/base/hash.h"
#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::elf {

namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint32_t kMaxImageSegments = 256; // Linkers make about a dozen.

/// Places of e_shoff and the three fields about section headers at the end of the header.
struct HeaderFields
{
    std::size_t tableOffset;
    std::size_t tableOffsetBytes;
    std::size_t tableShape;
    std::size_t headerBytes;
};

HeaderFields headerFieldsOf(const ElfLayout& layout)
{
    return layout.is64
               ? HeaderFields{.tableOffset = 40,
                              .tableOffsetBytes = 8,
                              .tableShape = 58,
                              .headerBytes = 64}
               : HeaderFields{
                     .tableOffset = 32, .tableOffsetBytes = 4, .tableShape = 46, .headerBytes = 52};
}

/// The bytes of the first page that no process changes; 0 when the headers are not in it.
std::uint64_t comparableBytes(const ElfLayout& layout)
{
    const auto first =
        std::ranges::find(layout.segments, std::uint32_t{PT_LOAD}, &ElfSegment::type);
    if (first == layout.segments.end() || first->offset >= kPageBytes || (first->flags & PF_W) != 0)
        return 0;
    return std::min(kPageBytes, first->offset + std::min(first->fileSizeBytes, kPageBytes));
}

} // namespace

std::string imageStartDigest(Bytes image, ParseLimits limits)
{
    limits.maxSections = kMaxImageSegments;
    const auto layout = readSegmentLayout(image, limits);
    if (!layout || (layout->type != ET_EXEC && layout->type != ET_DYN))
        return {};
    const auto fields = headerFieldsOf(*layout);
    const auto count = comparableBytes(*layout);
    if (count < fields.headerBytes || count > image.size())
        return {};
    std::vector<std::byte> start(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(count));
    const auto header = std::span(start);
    std::ranges::fill(header.subspan(fields.tableOffset, fields.tableOffsetBytes), std::byte{0});
    std::ranges::fill(header.first(fields.headerBytes).subspan(fields.tableShape), std::byte{0});
    return sha256Hex(start);
}

} // namespace faultline::elf
