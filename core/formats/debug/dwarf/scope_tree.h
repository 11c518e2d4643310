// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/dwarf/unit_store.h"

namespace faultline::dwarf {

/// Finds the entries around an entry. DWARF records no parent, so the levels of a unit are searched
/// from the root. Each level is searched when it is first needed and then remembered. Store, unit
/// and `workLeft` must outlive the tree; not thread-safe.
class ScopeTree
{
public:
    /// `workLeft` is the number of entries that this tree, and others that share it, may still
    /// skip or pass on the way to another. It bounds time and memory.
    ScopeTree(const UnitStore& store, const Unit& unit, std::uint64_t& workLeft);

    /// The entries around the one at `infoOffset`, outermost first, without the unit's root. Absent
    /// once the unit has proved damaged or the search would take too long.
    std::optional<std::vector<std::uint64_t>> around(std::uint64_t infoOffset);

    /// Reads the attributes of an entry of the unit that Wanted::Scopes keeps. Returns its tag, or
    /// 0 when the entry cannot be read.
    std::uint16_t read(std::uint64_t infoOffset, DieFields& fields);

    const Unit& unit() const { return m_unit; }

private:
    static constexpr std::uint32_t kUnsearched = 0xffffffff;

    /// An entry with children.
    struct Node
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0; ///< Offset after its last child.
        std::uint32_t firstChild = 0;
        std::uint32_t childCount = kUnsearched;
    };

    void search(std::size_t node);
    void collectChildren(DwarfCursor& cursor);
    const Node* childAround(std::size_t node, std::uint64_t infoOffset);
    bool spend(std::uint64_t count);

    void giveUp() { m_isKnown = false; }

    const DwarfSections& m_sections;
    const Unit& m_unit;
    std::shared_ptr<const AbbreviationTable> m_abbreviations;
    std::vector<Node>
        m_nodes; // The root is first. The children of a node are adjacent and ascending.
    std::uint64_t& m_workLeft;
    bool m_isKnown = true; ///< The searched part was neither damaged nor too large.
};

} // namespace faultline::dwarf
