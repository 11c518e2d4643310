// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/die_names.h"

#include "core/formats/debug/dwarf/dwarf_constants.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

constexpr std::size_t kFirstSlotCount = 256;
constexpr std::uint64_t kLeastReferredBytes = 64 * 1024;
constexpr std::uint64_t kReferredBytesPerByte = 8;

/// The highest bits mark offsets in other files, because no section is large enough to need them.
constexpr std::uint64_t kInSupplementary = std::uint64_t{1} << 62;
constexpr std::uint64_t kInTypes = std::uint64_t{2} << 62;

bool contains(const Unit& unit, std::uint64_t infoOffset)
{
    return infoOffset >= unit.header.firstEntry && infoOffset < unit.header.end;
}

} // namespace

DieNames::DieNames(const UnitStore& store,
                   const Unit& unit,
                   std::uint32_t maxHops,
                   std::deque<std::string>& texts)
    : m_store(store), m_unit(unit), m_maxHops(maxHops), m_slots(kFirstSlotCount),
      // Every reference takes some bytes of the unit, and an entry with a name less than a hundred.
      m_referredBytesLeft(kLeastReferredBytes +
                          kReferredBytesPerByte * (unit.header.end - unit.header.offset)),
      m_scopes(store, unit, maxHops, texts)
{
}

DieName DieNames::nameOf(const DieFields& fields, std::uint64_t infoOffset)
{
    DieName own{ownName({&m_store, infoOffset}, m_unit, fields), m_unit.language};
    const auto next = nextEntry(m_store, fields);
    // A name of its own ends the search if the next entry is in the same unit. An abstract origin
    // in another unit still has to be read, because its language counts.
    const bool staysInUnit = next && next->store == &m_store && contains(m_unit, next->infoOffset);
    if (!next || (!own.name.empty() && staysInUnit))
        return own;
    auto origin = nameAt(*next);
    if (!own.name.empty())
        origin.name = own.name;
    return origin;
}

/// The name that an entry itself has. Compilers give no linkage name to functions that other units
/// cannot see: lambdas, members of local classes, the content of unnamed namespaces.
std::string_view
DieNames::ownName(const EntryPlace& place, const Unit& unit, const DieFields& fields)
{
    const auto textIn = [&](Field field) {
        return fields.has(field) ? textOf(place.store->sections(), unit, fields[field])
                                 : std::string_view();
    };
    const auto linkageName = textIn(Field::LinkageName);
    if (!linkageName.empty())
        return linkageName;
    const auto name = textIn(Field::Name);
    // A partial unit need not say its language.
    const auto language = unit.language == Language::Unknown ? m_unit.language : unit.language;
    const bool hasScopes = language == Language::Cpp || language == Language::ObjCpp;
    return hasScopes && !name.empty() ? m_scopes.qualified(place, name) : name;
}

std::uint64_t DieNames::keyOf(const EntryPlace& place) const
{
    if (place.infoOffset >= kInSupplementary)
        return 0;
    if (place.store == &m_store)
        return place.infoOffset;
    const bool isSupplementary = place.store == m_store.neighbours().supplementary;
    return place.infoOffset | (isSupplementary ? kInSupplementary : kInTypes);
}

DieName DieNames::nameAt(const EntryPlace& place)
{
    const auto key = keyOf(place);
    if (key == 0)
        return {{}, m_unit.language};
    auto& slot = slotFor(key);
    if (slot.key == key)
        return slot.name;
    slot = {key, resolve(place)};
    const auto name = slot.name;
    if (++m_used * 2 > m_slots.size())
        grow();
    return name;
}

DieName DieNames::resolve(EntryPlace place)
{
    DieName result{{}, m_unit.language};
    for (std::uint32_t hop = 0; hop < m_maxHops && m_referredBytesLeft > 0; ++hop) {
        const bool isOwn = place.store == &m_store && contains(m_unit, place.infoOffset);
        const auto* unit = isOwn ? &m_unit : place.store->unitAt(place.infoOffset);
        if (unit == nullptr)
            break;
        const auto& sections = place.store->sections();
        // A partial unit need not say its language; the unit that uses it does.
        if (unit->language != Language::Unknown)
            result.language = unit->language;
        DwarfCursor cursor(sections.info.span(), place.infoOffset, unit->header.end,
                           sections.order);
        const auto* abbreviation = unit->abbreviations->find(cursor.uleb128());
        if (abbreviation == nullptr)
            break;
        readFields(cursor, *unit->abbreviations, *abbreviation, unit->header, m_fields);
        m_referredBytesLeft -= std::min(m_referredBytesLeft, m_fields.sizeBytes);
        if (!cursor.ok())
            break;
        result.name = ownName(place, *unit, m_fields);
        const auto next = nextEntry(*place.store, m_fields);
        if (!result.name.empty() || !next)
            break;
        place = *next;
    }
    return result;
}

void DieNames::noteExcess(object::DebugUnit& unit) const
{
    if (m_referredBytesLeft == 0)
        unit.exceeded.insert("large entries that references share");
}

DieNames::Slot& DieNames::slotFor(std::uint64_t key)
{
    const auto mask = m_slots.size() - 1;
    // Fibonacci hashing: offsets of neighbouring entries spread over the table.
    auto index = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ull) >> 32) & mask;
    while (m_slots[index].key != 0 && m_slots[index].key != key)
        index = (index + 1) & mask;
    return m_slots[index];
}

void DieNames::grow()
{
    std::vector<Slot> old(m_slots.size() * 2);
    old.swap(m_slots);
    for (const auto& slot : old) {
        if (slot.key != 0)
            slotFor(slot.key) = slot;
    }
}

} // namespace faultline::dwarf
