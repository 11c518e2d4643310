// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/debug/dwarf/scope_tree.h"

#include <algorithm>

namespace faultline::dwarf {

namespace {

/// Cost of remembering an entry, where skipping one costs 1.
constexpr std::uint64_t kNodeCost = 8;
/// Reading this many bytes of an entry costs 1 too.
constexpr std::uint64_t kBytesPerEntry = 64;

} // namespace

ScopeTree::ScopeTree(const UnitStore& store, const Unit& unit, std::uint64_t& workLeft)
    : m_sections(store.sections()), m_unit(unit),
      m_abbreviations(store.scopeAbbreviations(unit.header)),
      m_nodes{{.begin = unit.header.firstEntry, .end = unit.header.end}}, m_workLeft(workLeft)
{
}

std::optional<std::vector<std::uint64_t>> ScopeTree::around(std::uint64_t infoOffset)
{
    std::vector<std::uint64_t> scopes;
    std::size_t node = 0;
    while (const Node* const child = childAround(node, infoOffset)) {
        if (child->begin == infoOffset)
            break;
        if (!spend(1))
            break;
        scopes.push_back(child->begin);
        node = static_cast<std::size_t>(child - m_nodes.data());
    }
    return m_isKnown ? std::optional(std::move(scopes)) : std::nullopt;
}

std::uint16_t ScopeTree::read(std::uint64_t infoOffset, DieFields& fields)
{
    DwarfCursor cursor(m_sections.info.span(), infoOffset, m_unit.header.end, m_sections.order);
    const auto* abbreviation = m_abbreviations->find(cursor.uleb128());
    if (abbreviation == nullptr)
        return 0;
    readFields(cursor, *m_abbreviations, *abbreviation, m_unit.header, fields);
    if (!spend(fields.sizeBytes / kBytesPerEntry))
        return 0;
    return cursor.ok() ? abbreviation->tag : std::uint16_t{0};
}

const ScopeTree::Node* ScopeTree::childAround(std::size_t node, std::uint64_t infoOffset)
{
    if (m_nodes[node].childCount == kUnsearched)
        search(node);
    const auto children =
        std::span(m_nodes).subspan(m_nodes[node].firstChild, m_nodes[node].childCount);
    const auto next = std::ranges::upper_bound(children, infoOffset, {}, &Node::begin);
    if (next == children.begin() || infoOffset >= std::prev(next)->end)
        return nullptr;
    return &*std::prev(next);
}

void ScopeTree::search(std::size_t node)
{
    const auto firstChild = m_nodes.size();
    DwarfCursor cursor(m_sections.info.span(), m_nodes[node].begin, m_nodes[node].end,
                       m_sections.order);
    const auto* abbreviation = m_abbreviations->find(cursor.uleb128());
    if (abbreviation != nullptr && abbreviation->hasChildren) {
        skipEntry(cursor, *m_abbreviations, *abbreviation, m_unit.header);
        collectChildren(cursor);
    }
    m_nodes[node].firstChild = static_cast<std::uint32_t>(firstChild);
    m_nodes[node].childCount = static_cast<std::uint32_t>(m_nodes.size() - firstChild);
}

/// Appends the entries of one level that have children.
void ScopeTree::collectChildren(DwarfCursor& cursor)
{
    while (!cursor.atEnd() && spend(1)) {
        const auto begin = cursor.offset();
        const auto code = cursor.uleb128();
        const auto* abbreviation = m_abbreviations->find(code);
        if (code == 0)
            return;
        if (abbreviation == nullptr)
            return giveUp();
        const auto sibling = skipEntry(cursor, *m_abbreviations, *abbreviation, m_unit.header);
        if (!abbreviation->hasChildren)
            continue;
        const auto passed = passChildren(cursor, *m_abbreviations, m_unit.header, sibling);
        if (!cursor.ok())
            return giveUp();
        if (!spend(passed + kNodeCost))
            return;
        m_nodes.push_back({.begin = begin, .end = cursor.offset()});
    }
}

bool ScopeTree::spend(std::uint64_t count)
{
    m_isKnown = m_isKnown && count <= m_workLeft;
    m_workLeft -= std::min(count, m_workLeft);
    return m_isKnown;
}

} // namespace faultline::dwarf
