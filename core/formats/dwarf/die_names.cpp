#include "core/formats/dwarf/die_names.h"

#include "core/formats/dwarf/dwarf_constants.h"

namespace faultline::dwarf {

namespace {

constexpr std::size_t kFirstSlotCount = 256;

bool leadsIntoThisFile(const DieValue& reference)
{
    switch (reference.form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
    case DW_FORM_ref_addr: return true;
    default: return false; // Supplementary files, and type signatures, which name no function.
    }
}

/// Where to look for the name next; absent at the end of the chain.
std::optional<std::uint64_t> nextEntry(const DieFields& fields)
{
    for (const auto field : {Field::AbstractOrigin, Field::Specification}) {
        if (fields.has(field) && leadsIntoThisFile(fields[field]))
            return fields[field].number;
    }
    return std::nullopt;
}

std::string_view ownName(const DwarfSections& sections, const Unit& unit, const DieFields& fields)
{
    for (const auto field : {Field::LinkageName, Field::Name}) {
        if (!fields.has(field))
            continue;
        const auto name = textOf(sections, unit, fields[field]);
        if (!name.empty())
            return name;
    }
    return {};
}

bool contains(const Unit& unit, std::uint64_t infoOffset)
{
    return infoOffset >= unit.header.firstEntry && infoOffset < unit.header.end;
}

} // namespace

DieNames::DieNames(const UnitStore& store, const Unit& unit, std::uint32_t maxHops)
    : m_store(store), m_unit(unit), m_maxHops(maxHops), m_slots(kFirstSlotCount)
{
}

DieName DieNames::nameOf(const DieFields& fields)
{
    DieName own{ownName(m_store.sections(), m_unit, fields), m_unit.language};
    const auto next = nextEntry(fields);
    // Within the unit an own name settles it; the language of another unit's abstract origin counts
    // nevertheless.
    if (!next || (!own.name.empty() && contains(m_unit, *next)))
        return own;
    auto origin = nameAt(*next);
    if (!own.name.empty())
        origin.name = own.name;
    return origin;
}

DieName DieNames::nameAt(std::uint64_t infoOffset)
{
    if (infoOffset == 0)
        return {{}, m_unit.language};
    auto& slot = slotFor(infoOffset);
    if (slot.infoOffset == infoOffset)
        return slot.name;
    slot = {infoOffset, resolve(infoOffset)};
    const auto name = slot.name;
    if (++m_used * 2 > m_slots.size())
        grow();
    return name;
}

DieName DieNames::resolve(std::uint64_t infoOffset)
{
    DieName result{{}, m_unit.language};
    const auto* unit = &m_unit;
    for (std::uint32_t hop = 0; hop < m_maxHops; ++hop) {
        if (!contains(*unit, infoOffset))
            unit = m_store.unitAt(infoOffset);
        if (unit == nullptr)
            break;
        // A partial unit need not say its language; the unit that uses it does.
        if (unit->language != Language::Unknown)
            result.language = unit->language;
        DwarfCursor cursor(m_store.sections().info.span(), infoOffset, unit->header.end,
                           m_store.sections().order);
        const auto* abbreviation = unit->abbreviations->find(cursor.uleb128());
        if (abbreviation == nullptr)
            break;
        readFields(cursor, *unit->abbreviations, *abbreviation, unit->header, m_fields);
        if (!cursor.ok())
            break;
        result.name = ownName(m_store.sections(), *unit, m_fields);
        const auto next = nextEntry(m_fields);
        if (!result.name.empty() || !next)
            break;
        infoOffset = *next;
    }
    return result;
}

DieNames::Slot& DieNames::slotFor(std::uint64_t infoOffset)
{
    const auto mask = m_slots.size() - 1;
    // Fibonacci hashing: offsets of neighbouring entries spread over the table.
    auto index = static_cast<std::size_t>((infoOffset * 0x9e3779b97f4a7c15ull) >> 32) & mask;
    while (m_slots[index].infoOffset != 0 && m_slots[index].infoOffset != infoOffset)
        index = (index + 1) & mask;
    return m_slots[index];
}

void DieNames::grow()
{
    std::vector<Slot> old(m_slots.size() * 2);
    old.swap(m_slots);
    for (const auto& slot : old) {
        if (slot.infoOffset != 0)
            slotFor(slot.infoOffset) = slot;
    }
}

} // namespace faultline::dwarf
