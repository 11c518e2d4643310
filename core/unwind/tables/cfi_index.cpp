// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unwind/tables/cfi_index.h"

#include "core/base/byte_reader.h"
#include "core/unwind/tables/dwarf_pointer.h"

#include <algorithm>

namespace faultline::unwind {

namespace {

constexpr std::uint8_t kHeaderVersion = 1;
constexpr std::uint8_t kDataRelativeSigned4 = 0x3b; // DW_EH_PE_datarel | DW_EH_PE_sdata4
constexpr std::size_t kHeaderEntryBytes = 8;

/// Calls `visit(offset, record)` for every record until it returns false or a record cannot be
/// read.
template <class Visit>
void forEachRecord(const CfiSection& section, Visit visit)
{
    std::uint64_t offset = 0;
    while (offset < section.bytes.size()) {
        const auto record = readCfiRecord(section, offset);
        // A terminator may occur in the middle of the section, because linkers concatenate the
        // sections of several inputs.
        if (!record || (!record->isTerminator && !visit(offset, *record)))
            return;
        offset = record->endOffset;
    }
}

} // namespace

std::optional<EhFrameHeader>
EhFrameHeader::read(ByteView bytes, std::uint64_t address, const CfiSection& section)
{
    ByteReader reader(bytes.span(), section.order);
    PointerBases bases;
    bases.section = address;
    bases.data = address;
    bases.addressSize = section.addressSize;
    const auto version = reader.u8();
    const auto pointerEncoding = reader.u8();
    const auto countEncoding = reader.u8();
    const auto tableEncoding = reader.u8();
    if (!reader.ok() || version != kHeaderVersion || tableEncoding != kDataRelativeSigned4 ||
        countEncoding == kOmittedPointer)
        return std::nullopt;
    const auto pointer = readEncodedPointer(reader, pointerEncoding, bases);
    const auto count = readEncodedPointer(reader, countEncoding, bases);
    if (!pointer || pointer->value != section.address || !count || count->value == 0)
        return std::nullopt;
    const auto table = reader.table(reader.offset(), count->value, kHeaderEntryBytes);
    if (!table)
        return std::nullopt;
    EhFrameHeader header;
    header.m_table = ByteView(bytes.owner(), *table);
    header.m_count = static_cast<std::size_t>(count->value);
    header.m_address = address;
    header.m_sectionAddress = section.address;
    header.m_order = section.order;
    return header;
}

std::int64_t EhFrameHeader::valueAt(std::size_t entry, std::size_t field) const
{
    ByteReader reader(m_table.span(), m_order);
    reader.seek(entry * kHeaderEntryBytes + field);
    return reader.i32();
}

std::optional<std::uint64_t> EhFrameHeader::find(std::uint64_t linkedAddress) const
{
    const auto wanted = static_cast<std::int64_t>(linkedAddress - m_address);
    std::size_t low = 0;
    std::size_t high = m_count;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (valueAt(middle, 0) <= wanted)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return std::nullopt;
    const auto entryAddress = m_address + static_cast<std::uint64_t>(valueAt(low - 1, 4));
    return entryAddress - m_sectionAddress;
}

CfiIndex::CfiIndex(CfiSection section, std::optional<EhFrameHeader> header)
    : m_section(std::move(section)), m_header(std::move(header))
{
}

Result<FrameEntry> CfiIndex::find(std::uint64_t linkedAddress) const
{
    if (!m_header)
        return findInDerivedIndex(linkedAddress);
    const auto offset = m_header->find(linkedAddress);
    if (!offset)
        return fail(ErrorKind::NotFound, "no frame entry covers ", Hex{linkedAddress});
    const auto entry = readFrameEntry(m_section, *offset);
    // If the header's table leads to a wrong entry, it is stale or damaged. The section itself
    // decides then.
    if (!entry || entry->begin > linkedAddress)
        return findInDerivedIndex(linkedAddress);
    if (!entry->contains(linkedAddress))
        return fail(ErrorKind::NotFound, "no frame entry covers ", Hex{linkedAddress});
    return *entry;
}

Result<FrameEntry> CfiIndex::findInDerivedIndex(std::uint64_t linkedAddress) const
{
    const auto& starts = derivedIndex();
    const auto next = std::ranges::upper_bound(starts, linkedAddress, {}, &Start::begin);
    if (next == starts.begin())
        return fail(ErrorKind::NotFound, "no frame entry covers ", Hex{linkedAddress});
    FL_TRY(auto entry, readFrameEntry(m_section, std::prev(next)->offset));
    if (!entry.contains(linkedAddress))
        return fail(ErrorKind::NotFound, "no frame entry covers ", Hex{linkedAddress});
    return entry;
}

const std::vector<CfiIndex::Start>& CfiIndex::derivedIndex() const
{
    std::call_once(m_once, [this] { m_starts = buildIndex(); });
    return m_starts;
}

std::vector<CfiIndex::Start> CfiIndex::buildIndex() const
{
    std::vector<Start> starts;
    forEachRecord(m_section, [&](std::uint64_t offset, const CfiRecord& record) {
        if (record.isCommon)
            return true;
        const auto entry = readFrameEntry(m_section, offset);
        // A function that the linker dropped keeps an entry of size zero.
        if (entry && entry->sizeBytes != 0)
            starts.push_back({entry->begin, offset});
        return true;
    });
    std::ranges::stable_sort(starts, {}, &Start::begin);
    return starts;
}

void CfiIndex::forEachEntry(const std::function<void(const FrameEntry&)>& visit) const
{
    for (const auto& start : derivedIndex()) {
        if (const auto entry = readFrameEntry(m_section, start.offset))
            visit(*entry);
    }
}

bool CfiIndex::hasEntries() const
{
    bool found = false;
    forEachRecord(m_section, [&](std::uint64_t offset, const CfiRecord& record) {
        if (!record.isCommon) {
            const auto entry = readFrameEntry(m_section, offset);
            found = entry && entry->sizeBytes != 0;
        }
        return !found;
    });
    return found;
}

} // namespace faultline::unwind
