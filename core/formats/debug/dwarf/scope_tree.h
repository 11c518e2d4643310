#pragma once

#include "core/formats/debug/dwarf/unit_store.h"

namespace faultline::dwarf {

/// Which entries surround an entry. DWARF records no way up, so the levels of a unit are searched
/// from above, each one when it is first asked for and then remembered. Store, unit and `workLeft`
/// outlive the tree; not thread-safe.
class ScopeTree
{
public:
    /// `workLeft`: how many entries may still be passed, by this tree and those that share it;
    /// bounds time and memory.
    ScopeTree(const UnitStore& store, const Unit& unit, std::uint64_t& workLeft);

    /// The entries around the one at `infoOffset`, outermost first, without the unit's root. Absent
    /// from where on the unit proved damaged or too much would have to be searched.
    std::optional<std::vector<std::uint64_t>> around(std::uint64_t infoOffset);

    /// Attributes of an entry of the unit as Wanted::Scopes keeps them; its tag, 0 when it cannot
    /// be read.
    std::uint16_t read(std::uint64_t infoOffset, DieFields& fields) const;

    const Unit& unit() const { return m_unit; }

private:
    static constexpr std::uint32_t kUnsearched = 0xffffffff;

    /// An entry with children.
    struct Node
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0; ///< Behind its last child.
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
    std::vector<Node> m_nodes; // The root first; children of one node side by side, ascending.
    std::uint64_t& m_workLeft;
    bool m_isKnown = true; ///< Neither damaged nor too large as far as it was searched.
};

} // namespace faultline::dwarf
