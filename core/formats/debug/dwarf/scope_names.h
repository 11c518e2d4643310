// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/scope_tree.h"

#include <deque>
#include <string>

namespace faultline::dwarf {

/// Qualified names of types, variables, and functions without a linkage name, in the style of
/// demanglers but without parameters: "ns::Class::function::{lambda}::operator()". Unnamed scopes
/// have Clang's names: "(anonymous namespace)", "(anonymous class)". Use one object per unit; not
/// thread-safe.
class ScopeNames
{
public:
    /// Composed texts are added to `texts`, whose elements must keep their place.
    ScopeNames(const UnitStore& store,
               const Unit& unit,
               std::uint32_t maxHops,
               std::deque<std::string>& texts);

    /// `name`, which belongs to the entry at `place`, preceded by the scopes around that entry.
    /// Returns `name` unchanged when there are none.
    std::string_view qualified(const EntryPlace& place, std::string_view name);

private:
    /// The scopes around an entry, innermost first.
    struct Scopes
    {
        std::string_view innermost; ///< The entry's own name.
        std::vector<std::string_view> names;
        std::size_t sizeBytes = 0;
        bool areNamespaces = true; ///< All scopes are namespaces.
        bool isComplete =
            true; ///< False when a part of the name is unknown; a partial name would be wrong.

        void add(std::string_view name);

        std::string_view outermost() const { return names.empty() ? innermost : names.back(); }
    };

    const Unit* unitOf(const EntryPlace& place) const;
    ScopeTree* treeOf(const EntryPlace& place);
    std::optional<EntryPlace> addLevels(const EntryPlace& place, Scopes& scopes);
    EntryPlace addDeclared(EntryPlace place, Scopes& scopes);
    bool isExternalFunction(const EntryPlace& place);
    std::string_view nameIn(const EntryPlace& place, const Unit& unit) const;

    const UnitStore& m_store;
    const Unit& m_unit;
    std::uint32_t m_maxHops;
    std::deque<std::string>& m_texts;
    std::uint64_t m_textBytesLeft;
    std::uint64_t m_ownWorkLeft;     ///< Work left in the unit itself.
    std::uint64_t m_foreignWorkLeft; ///< Work left in all other units together.
    std::unordered_map<const Unit*, ScopeTree> m_trees;
    DieFields m_fields;
};

/// The target of an entry's abstract origin or specification; absent at the end of the chain.
std::optional<EntryPlace> nextEntry(const UnitStore& store, const DieFields& fields);

} // namespace faultline::dwarf
