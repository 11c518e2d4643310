#pragma once

#include "core/formats/debug/dwarf/scope_tree.h"

#include <deque>
#include <string>

namespace faultline::dwarf {

/// Names of functions that no linkage name describes, with what surrounds them, as demanglers write
/// it but without parameters: "ns::Class::function::{lambda}::operator()". Unnamed scopes are
/// written as Clang does: "(anonymous namespace)", "(anonymous class)". One per unit being read;
/// not thread-safe.
class ScopeNames
{
public:
    /// Texts that are made go to `texts`, whose elements must stay where they are.
    ScopeNames(const UnitStore& store,
               const Unit& unit,
               std::uint32_t maxHops,
               std::deque<std::string>& texts);

    /// `name`, which the entry at `place` has, with the scopes around that entry in front; `name`
    /// as it is when there are none.
    std::string_view qualified(const EntryPlace& place, std::string_view name);

private:
    /// The scopes around an entry, innermost first.
    struct Scopes
    {
        std::string_view innermost; ///< The entry's own name.
        std::vector<std::string_view> names;
        std::size_t sizeBytes = 0;
        bool areNamespaces = true; ///< Nothing but namespaces.
        bool isComplete = true;    ///< Part of a name would be a wrong name.

        void add(std::string_view name);

        std::string_view outermost() const { return names.empty() ? innermost : names.back(); }
    };

    const Unit* unitOf(const EntryPlace& place) const;
    ScopeTree* treeOf(const EntryPlace& place);
    std::optional<EntryPlace> addLevels(const EntryPlace& place, Scopes& scopes);
    EntryPlace addDeclared(EntryPlace place, Scopes& scopes);
    bool hasExternalLinkage(const EntryPlace& place);
    std::string_view nameIn(const EntryPlace& place, const Unit& unit) const;

    const UnitStore& m_store;
    const Unit& m_unit;
    std::uint32_t m_maxHops;
    std::deque<std::string>& m_texts;
    std::uint64_t m_textBytesLeft;
    std::uint64_t m_ownWorkLeft;     ///< In the unit.
    std::uint64_t m_foreignWorkLeft; ///< In all others together.
    std::unordered_map<const Unit*, ScopeTree> m_trees;
    DieFields m_fields;
};

/// The entry that an entry's abstract origin or specification leads to; absent at the end of the
/// chain.
std::optional<EntryPlace> nextEntry(const UnitStore& store, const DieFields& fields);

} // namespace faultline::dwarf
