// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/variables/object_scope.h"
#include "core/variables/value_presenter.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace faultline::variables {

/// A window on a sequence of items: those before it are passed over, those after it end the work.
class ItemWindow
{
public:
    ItemWindow(std::uint64_t first, std::uint64_t most) : m_first(first), m_most(most) {}

    bool isFull() const { return m_items.size() >= m_most; }

    /// Is the next item inside?
    bool wantsNext() const { return m_at >= m_first && !isFull(); }

    void add(ValueNode item)
    {
        if (wantsNext())
            m_items.push_back(std::move(item));
        ++m_at;
    }

    /// Passes over items that lie before the window, at most `count`; returns how many.
    std::uint64_t skip(std::uint64_t count)
    {
        const auto skipped = m_at >= m_first ? 0 : std::min(count, m_first - m_at);
        m_at += skipped;
        return skipped;
    }

    /// How many items were added or passed over.
    std::uint64_t passed() const { return m_at; }

    std::vector<ValueNode> take() { return std::move(m_items); }

private:
    std::uint64_t m_first;
    std::uint64_t m_most;
    std::uint64_t m_at = 0;
    std::vector<ValueNode> m_items;
};

/// Lists what Expand says about one object. A container that is damaged ends with an item that says
/// where.
class ItemLister
{
public:
    /// Both outlive it.
    ItemLister(ValuePresenter& presenter, const SummedObject& object);
    ItemLister(ValuePresenter& presenter,
               const SummedObject& object,
               std::span<const natvis::ExpandNode> nodes);

    /// How many items there are. Faults: a size that no container has.
    CppAnswer<std::uint64_t> count();
    std::vector<ValueNode> list(std::uint64_t first, std::uint64_t most);

    /// Elements of what a pointer leads to.
    static std::vector<ValueNode> elementsOf(ValuePresenter& presenter,
                                             const ValueNode& pointer,
                                             std::uint64_t first,
                                             std::uint64_t most);

    /// Lists without a size are counted up to here.
    static constexpr std::uint64_t kMostCounted = 1u << 16;

private:
    using Count = CppAnswer<std::uint64_t>;
    using Node = natvis::ExpandNode;

    Count countOf(const Node& node);
    Count sizeOf(const Node& node, ExpressionScope& scope);
    Count countOfArray(const Node& node);
    Count countOfExpanded(const Node& node);
    std::uint64_t countByWalking(const Node& node);
    CppAnswer<bool> isMeant(const Node& node);
    void list(const Node& node, ItemWindow& window);
    void listItem(const Node& node, ItemWindow& window);
    void listSynthetic(const Node& node, ItemWindow& window);
    void listExpanded(const Node& node, ItemWindow& window);
    void listSmartTarget(ItemWindow& window);
    void listArray(const Node& node, ItemWindow& window);
    void listIndexed(const Node& node, ItemWindow& window);
    void listLinked(const Node& node, ItemWindow& window);
    void listTree(const Node& node, ItemWindow& window);
    void listCustom(const Node& node, ItemWindow& window);
    CppAnswer<std::vector<std::uint64_t>> dimensionsOf(const Node& node);
    CppAnswer<ValueNode> valueOf(const std::vector<natvis::ConditionalExpression>& choices,
                                 ExpressionScope& scope);
    void
    addValue(const Node& node, ExpressionScope& scope, std::uint64_t index, ItemWindow& window);
    void addFault(ItemWindow& window, std::uint64_t index, CppFault fault);
    std::string nameOf(const std::vector<natvis::DisplayPart>& parts, ExpressionScope& scope);
    ObjectScope scopeOf(const CppValue& object);

    friend class CustomList;

    ValuePresenter& m_presenter;
    const SummedObject& m_object;
    std::span<const Node> m_nodes;
    ObjectScope m_scope;
};

} // namespace faultline::variables
