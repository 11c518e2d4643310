// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/scope_names.h"

namespace faultline::dwarf {

struct DieName
{
    /// The mangled name if recorded; otherwise, in C++, the name qualified by its scopes. Empty
    /// when no entry of the chain has a name.
    std::string_view name;
    Language language = Language::Unknown;
};

/// Names of a unit's functions, found along abstract origins and specifications
/// (docs/spec/native.md §10.3). Remembers results, because an inlined function has one name and
/// many calls. Not thread-safe: use one per unit.
class DieNames
{
public:
    /// Composed names are added to `texts`, whose elements must keep their place.
    DieNames(const UnitStore& store,
             const Unit& unit,
             std::uint32_t maxHops,
             std::deque<std::string>& texts);

    /// The name of the unit's own entry at `infoOffset`, which has the attributes `fields`.
    DieName nameOf(const DieFields& fields, std::uint64_t infoOffset);

    /// Tells the unit which limits names have exceeded.
    void noteExcess(object::DebugUnit& unit) const;

private:
    struct Slot
    {
        std::uint64_t key = 0; ///< Offset and file. 0 means free: no entry is at offset 0.
        DieName name;
    };

    DieName nameAt(const EntryPlace& place);
    DieName resolve(EntryPlace place);
    std::string_view ownName(const EntryPlace& place, const Unit& unit, const DieFields& fields);
    /// 0 for impossible offsets.
    std::uint64_t keyOf(const EntryPlace& place) const;
    Slot& slotFor(std::uint64_t key);
    void grow();

    const UnitStore& m_store;
    const Unit& m_unit;
    std::uint32_t m_maxHops;
    std::vector<Slot> m_slots; // Open addressing; the size is a power of two; at most half full.
    std::size_t m_used = 0;
    std::uint64_t m_referredBytesLeft; ///< How many bytes of entries references may lead to.
    DieFields m_fields;
    ScopeNames m_scopes;
};

} // namespace faultline::dwarf
