// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/elf/elf_unwind.h"

#include "core/formats/debug/elf/elf_constants.h"

#include <algorithm>

namespace faultline::elf {

namespace {

// Pointer encodings of the Linux Standard Base, "DWARF Exception Header Encoding".
constexpr std::uint8_t kFormatMask = 0x0f;
constexpr std::uint8_t kApplicationMask = 0x70;
constexpr std::uint8_t kRelativeToField = 0x10;
constexpr std::uint8_t kRelativeToHeader = 0x30;
constexpr std::uint8_t kOmitted = 0xff;

std::optional<std::uint64_t>
readValue(ByteReader& reader, const ElfLayout& layout, std::uint8_t format)
{
    std::uint64_t value = 0;
    switch (format) {
    case 0x00: value = reader.unsignedOf(layout.wordBytes()); break;
    case 0x02: value = reader.u16(); break;
    case 0x03: value = reader.u32(); break;
    case 0x04:
    case 0x0c: value = reader.u64(); break;
    case 0x0a: value = static_cast<std::uint64_t>(std::int64_t{reader.i16()}); break;
    case 0x0b: value = static_cast<std::uint64_t>(std::int64_t{reader.i32()}); break;
    default: return std::nullopt;
    }
    return reader.ok() ? std::optional(value) : std::nullopt;
}

/// eh_frame_ptr of the header (Linux Standard Base, ".eh_frame_hdr"), as a linked address.
std::optional<std::uint64_t> framesAddress(const UnwindBytes& header, const ElfLayout& layout)
{
    ByteReader reader(header.content.span(), layout.order);
    const auto version = reader.u8();
    const auto encoding = reader.u8();
    reader.skip(2); // fde_count_enc, table_enc
    if (!reader.ok() || version != 1 || encoding == kOmitted)
        return std::nullopt;
    auto base = std::uint64_t{0};
    if ((encoding & kApplicationMask) == kRelativeToField)
        base = header.address + reader.offset();
    else if ((encoding & kApplicationMask) == kRelativeToHeader)
        base = header.address;
    else if ((encoding & kApplicationMask) != 0)
        return std::nullopt;
    const auto value = readValue(reader, layout, encoding & kFormatMask);
    if (!value)
        return std::nullopt;
    const auto address = base + *value;
    return layout.is64 ? address : address & 0xffffffff;
}

std::optional<ByteView> viewOf(const ByteView& file, Bytes part)
{
    if (part.empty())
        return std::nullopt;
    return file.slice(static_cast<std::uint64_t>(part.data() - file.data()), part.size());
}

} // namespace

std::optional<UnwindBytes> frameHeaderFromSegments(const ByteView& file, const ElfLayout& layout)
{
    const auto segment =
        std::ranges::find(layout.segments, std::uint32_t{PT_GNU_EH_FRAME}, &ElfSegment::type);
    if (segment == layout.segments.end() || segment->fileSizeBytes == 0)
        return std::nullopt;
    const auto content = file.slice(segment->offset, segment->fileSizeBytes);
    if (!content)
        return std::nullopt;
    return UnwindBytes{segment->address, *content};
}

std::optional<UnwindBytes> framesFromSegments(const ByteView& file, const ElfLayout& layout)
{
    const auto header = frameHeaderFromSegments(file, layout);
    const auto address = header ? framesAddress(*header, layout) : std::nullopt;
    if (!address)
        return std::nullopt;
    auto mapped = layout.mappedFrom(file.span(), *address);
    if (header->address > *address && header->address - *address < mapped.size())
        mapped = mapped.first(static_cast<std::size_t>(header->address - *address));
    const auto content = viewOf(file, mapped);
    if (!content)
        return std::nullopt;
    return UnwindBytes{*address, *content};
}

bool hasFrameDescription(Bytes bytes, std::endian order, FrameSection kind)
{
    ByteReader reader(bytes, order);
    while (reader.ok() && reader.remaining() >= 8) {
        std::uint64_t sizeBytes = reader.u32();
        const bool is64 = sizeBytes == 0xffffffff;
        if (is64)
            sizeBytes = reader.u64();
        const auto next = reader.offset() + sizeBytes;
        if (!reader.ok() || sizeBytes > reader.remaining())
            return false;
        if (sizeBytes >= 4) {
            const auto id = is64 && kind == FrameSection::DebugFrame ? reader.u64() : reader.u32();
            const auto cieMark = kind == FrameSection::EhFrame ? 0
                                 : is64                        ? ~std::uint64_t{0}
                                                               : 0xffffffff;
            if (reader.ok() && id != cieMark)
                return true;
        }
        reader.seek(next);
    }
    return false;
}

} // namespace faultline::elf
