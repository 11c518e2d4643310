#pragma once

#include "core/formats/debug/dwarf/scope_names.h"

namespace faultline::dwarf {

struct DieName
{
    /// Mangled where recorded, else qualified by its scopes in C++; empty when no entry of the
    /// chain has a name.
    std::string_view name;
    Language language = Language::Unknown;
};

/// Names of functions for one unit, along abstract origins and specifications (docs/spec/native.md
/// §10.3). Remembers what it found, for an inlined function is named once and called from many
/// places. Not thread-safe: one per unit being read.
class DieNames
{
public:
    /// Names that have to be put together go to `texts`, whose elements must stay where they are.
    DieNames(const UnitStore& store,
             const Unit& unit,
             std::uint32_t maxHops,
             std::deque<std::string>& texts);

    /// The name of the entry at `infoOffset`, an entry of the unit itself whose attributes are
    /// `fields`.
    DieName nameOf(const DieFields& fields, std::uint64_t infoOffset);

private:
    struct Slot
    {
        std::uint64_t key = 0; ///< Offset and file; 0: free; no entry lives at offset 0.
        DieName name;
    };

    DieName nameAt(const EntryPlace& place);
    DieName resolve(EntryPlace place);
    std::string_view ownName(const EntryPlace& place, const Unit& unit, const DieFields& fields);
    /// 0 for offsets that cannot be.
    std::uint64_t keyOf(const EntryPlace& place) const;
    Slot& slotFor(std::uint64_t key);
    void grow();

    const UnitStore& m_store;
    const Unit& m_unit;
    std::uint32_t m_maxHops;
    std::vector<Slot> m_slots; // Open addressing, a power of two, at most half full.
    std::size_t m_used = 0;
    DieFields m_fields;
    ScopeNames m_scopes;
};

} // namespace faultline::dwarf
