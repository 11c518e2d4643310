// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/compact_entries.h"

#include "core/base/byte_reader.h"

namespace faultline::unwind {

namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kIndexEntryBytes = 12;
constexpr std::uint32_t kRegularPage = 2;
constexpr std::uint32_t kCompressedPage = 3;
constexpr std::uint32_t kCompressedOffsetMask = 0x00ffffff;

/// The number of leading elements for which `isAtOrBefore` holds.
template <class Predicate>
std::uint32_t countWhile(std::uint32_t count, Predicate isAtOrBefore)
{
    std::uint32_t low = 0;
    std::uint32_t high = count;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (isAtOrBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace

std::optional<CompactEntries> CompactEntries::read(ByteView bytes)
{
    ByteReader reader(bytes.span());
    CompactEntries entries;
    const auto version = reader.u32();
    entries.m_commonOffset = reader.u32();
    entries.m_commonCount = reader.u32();
    reader.skip(8); // Skips the array of personalities.
    entries.m_indexOffset = reader.u32();
    entries.m_indexCount = reader.u32();
    const bool indexFits =
        reader.table(entries.m_indexOffset, entries.m_indexCount, kIndexEntryBytes).has_value();
    const bool commonFits =
        reader.table(entries.m_commonOffset, entries.m_commonCount, 4).has_value();
    if (!reader.ok() || version != kVersion || !indexFits || !commonFits ||
        entries.m_indexCount < 2)
        return std::nullopt;
    entries.m_bytes = std::move(bytes);
    return entries;
}

std::uint32_t CompactEntries::u32(std::uint64_t offset) const
{
    ByteReader reader(m_bytes.span());
    reader.seek(offset);
    return reader.u32();
}

std::uint16_t CompactEntries::u16(std::uint64_t offset) const
{
    ByteReader reader(m_bytes.span());
    reader.seek(offset);
    return reader.u16();
}

std::optional<CompactEntries::Page> CompactEntries::findPage(std::uint64_t relativeAddress) const
{
    const auto beginOf = [this](std::uint32_t i) {
        return u32(m_indexOffset + i * kIndexEntryBytes);
    };
    const auto count =
        countWhile(m_indexCount, [&](std::uint32_t i) { return beginOf(i) <= relativeAddress; });
    // The last index entry is a sentinel that marks the end of the last page.
    if (count == 0 || count == m_indexCount)
        return std::nullopt;
    const auto offset = u32(m_indexOffset + (count - 1) * kIndexEntryBytes + 4);
    return Page{beginOf(count - 1), beginOf(count), offset};
}

std::optional<CompactEntry> CompactEntries::find(std::uint64_t relativeAddress) const
{
    const auto page = findPage(relativeAddress);
    if (!page || page->offset == 0)
        return std::nullopt;
    switch (u32(page->offset)) {
    case kRegularPage: return findInRegularPage(*page, relativeAddress);
    case kCompressedPage: return findInCompressedPage(*page, relativeAddress);
    default: return std::nullopt;
    }
}

std::optional<CompactEntry> CompactEntries::findInRegularPage(const Page& page,
                                                              std::uint64_t relativeAddress) const
{
    constexpr std::uint64_t kEntryBytes = 8;
    const std::uint64_t entries = std::uint64_t{page.offset} + u16(page.offset + std::uint64_t{4});
    const auto entryCount = u16(page.offset + std::uint64_t{6});
    if (!ByteReader(m_bytes.span()).table(entries, entryCount, kEntryBytes))
        return std::nullopt;
    const auto beginOf = [&](std::uint32_t i) { return u32(entries + i * kEntryBytes); };
    const auto count =
        countWhile(entryCount, [&](std::uint32_t i) { return beginOf(i) <= relativeAddress; });
    if (count == 0)
        return std::nullopt;
    const auto end = count < entryCount ? beginOf(count) : page.end;
    return CompactEntry{beginOf(count - 1), end, u32(entries + (count - 1) * kEntryBytes + 4)};
}

std::optional<CompactEntry>
CompactEntries::findInCompressedPage(const Page& page, std::uint64_t relativeAddress) const
{
    constexpr std::uint64_t kEntryBytes = 4;
    const std::uint64_t entries = std::uint64_t{page.offset} + u16(page.offset + std::uint64_t{4});
    const auto entryCount = u16(page.offset + std::uint64_t{6});
    const std::uint64_t encodings =
        std::uint64_t{page.offset} + u16(page.offset + std::uint64_t{8});
    const auto encodingCount = u16(page.offset + std::uint64_t{10});
    if (!ByteReader(m_bytes.span()).table(entries, entryCount, kEntryBytes))
        return std::nullopt;
    const auto beginOf = [&](std::uint32_t i) {
        return std::uint64_t{page.begin} + (u32(entries + i * kEntryBytes) & kCompressedOffsetMask);
    };
    const auto count =
        countWhile(entryCount, [&](std::uint32_t i) { return beginOf(i) <= relativeAddress; });
    if (count == 0)
        return std::nullopt;
    const auto end = count < entryCount ? beginOf(count) : page.end;
    const auto index = u32(entries + (count - 1) * kEntryBytes) >> 24;
    if (index < m_commonCount)
        return CompactEntry{beginOf(count - 1), end, u32(m_commonOffset + index * kEntryBytes)};
    const auto local = index - m_commonCount;
    if (!ByteReader(m_bytes.span()).table(encodings, encodingCount, kEntryBytes) ||
        local >= encodingCount)
        return std::nullopt;
    return CompactEntry{beginOf(count - 1), end, u32(encodings + local * kEntryBytes)};
}

} // namespace faultline::unwind
