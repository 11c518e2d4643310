// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/exidx_entries.h"

#include "core/base/byte_reader.h"

#include <algorithm>

namespace faultline::unwind {

namespace {

constexpr std::size_t kEntryBytes = 8;
constexpr std::uint32_t kCannotUnwind = 1;
constexpr std::uint32_t kCompact = 0x80000000;
constexpr std::uint64_t kAddressMask = 0xffffffff;

/// A 31-bit signed offset relative to its own place.
std::uint64_t prel31(std::uint32_t value, std::uint64_t place)
{
    const auto offset = static_cast<std::int32_t>(value << 1) >> 1;
    return (place + static_cast<std::uint64_t>(std::int64_t{offset})) & kAddressMask;
}

std::byte byteOf(std::uint32_t word, unsigned shift)
{
    return static_cast<std::byte>(word >> shift & 0xff);
}

/// Adds the instructions in the low `count` bytes of a word, highest first.
void addOpcodes(ExidxEntry& entry, std::uint32_t word, unsigned count)
{
    for (unsigned i = count; i > 0; --i)
        entry.opcodes[entry.opcodeCount++] = byteOf(word, (i - 1) * 8);
}

} // namespace

std::optional<ExidxEntries> ExidxEntries::read(const object::ObjectPtr& object)
{
    constexpr std::string_view kName = ".ARM.exidx";
    const auto bytes = object->section(kName);
    if (!bytes || bytes->size() < kEntryBytes)
        return std::nullopt;
    ExidxEntries entries;
    for (const auto& range : object->ranges()) {
        if (range.name == kName)
            entries.m_address = range.address;
        if (range.executable)
            entries.m_codeEnd = std::max(entries.m_codeEnd, range.address + range.sizeBytes);
    }
    entries.m_object = object;
    entries.m_index = *bytes;
    entries.m_count = bytes->size() / kEntryBytes;
    return entries;
}

std::uint32_t ExidxEntries::word(std::size_t index, std::size_t field) const
{
    ByteReader reader(m_index.span(), m_object->byteOrder());
    reader.seek(index * kEntryBytes + field * 4);
    return reader.u32();
}

std::uint64_t ExidxEntries::functionAt(std::size_t index) const
{
    return prel31(word(index, 0), m_address + index * kEntryBytes) & ~std::uint64_t{1};
}

std::optional<ExidxEntries::Place> ExidxEntries::locate(std::uint64_t linkedAddress) const
{
    std::size_t low = 0;
    std::size_t high = m_count;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (functionAt(middle) <= linkedAddress)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return std::nullopt;
    const auto end = low < m_count ? functionAt(low) : m_codeEnd;
    return linkedAddress < end ? std::optional(Place{low - 1, functionAt(low - 1), end})
                               : std::nullopt;
}

bool ExidxEntries::covers(std::uint64_t linkedAddress) const
{
    const auto place = locate(linkedAddress);
    return place && word(place->index, 1) != kCannotUnwind;
}

Result<ExidxEntry> ExidxEntries::find(std::uint64_t linkedAddress) const
{
    const auto place = locate(linkedAddress);
    if (!place)
        return fail(ErrorKind::NotFound, "no index entry covers ", Hex{linkedAddress});
    ExidxEntry entry;
    entry.begin = place->begin;
    entry.end = place->end;
    const auto content = word(place->index, 1);
    if (content == kCannotUnwind) {
        entry.cannotUnwind = true;
        return entry;
    }
    if ((content & kCompact) == 0) {
        FL_CHECK(readTable(prel31(content, m_address + place->index * kEntryBytes + 4), entry));
        return entry;
    }
    if (const auto personality = content >> 24 & 0x7f; personality != 0)
        return fail(ErrorKind::Malformed, "index entry ", Hex{content},
                    ": only personality 0 fits into the index");
    addOpcodes(entry, content, 3);
    return entry;
}

/// Reads compact tables of personalities 0 to 2. It also reads the tables of all known languages:
/// their personalities begin their data like personality 1, with a count of further words in the
/// top byte.
Result<void> ExidxEntries::readTable(std::uint64_t address, ExidxEntry& entry) const
{
    constexpr std::uint64_t kMostBytes = 4 + 4 + 4 * 255;
    const auto bytes = m_object->readImage(address, kMostBytes);
    if (!bytes)
        return fail(ErrorKind::Malformed, "table entry at ", Hex{address}, " is not in the image");
    ByteReader reader(bytes->span(), m_object->byteOrder());
    auto first = reader.u32();
    std::uint32_t words = 0;
    if ((first & kCompact) == 0) {
        first = reader.u32();
        words = first >> 24;
        addOpcodes(entry, first, 3);
    } else if (const auto personality = first >> 24 & 0x0f; personality == 0) {
        addOpcodes(entry, first, 3);
    } else if (personality <= 2) {
        words = first >> 16 & 0xff;
        addOpcodes(entry, first, 2);
    } else {
        return fail(ErrorKind::Unsupported, "table entry at ", Hex{address}, ": personality ",
                    personality);
    }
    for (std::uint32_t i = 0; i < words && reader.ok(); ++i)
        addOpcodes(entry, reader.u32(), 4);
    if (!reader.ok())
        return fail(ErrorKind::Malformed, "table entry at ", Hex{address}, ": ", words,
                    " words of opcodes do not fit the image");
    return {};
}

} // namespace faultline::unwind
