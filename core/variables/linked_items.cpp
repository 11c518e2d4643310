// SPDX-License-Identifier: GPL-3.0-or-later
// Lists and trees whose nodes lead to each other.
#include "core/variables/item_lister.h"

#include <algorithm>
#include <unordered_map>

namespace faultline::variables {

namespace {

CppFault leadsBack(std::uint64_t from, std::uint64_t to)
{
    return {ValueState::Damaged,
            concat("after item ", from, " the container leads back to item ", to)};
}

CppFault endsEarly(std::uint64_t after, std::uint64_t size)
{
    return {ValueState::Damaged,
            concat("the container ends after ", after, " of ", size, " items")};
}

/// The fault of a node that cannot be followed says which item is meant.
CppFault brokenAt(std::uint64_t index, CppFault fault)
{
    if (fault.text.empty())
        fault.text = concat("the container breaks off at item ", index);
    return fault;
}

} // namespace

void ItemLister::listLinked(const Node& node, ItemWindow& window)
{
    auto& evaluator = m_presenter.m_evaluator;
    std::optional<std::uint64_t> size;
    if (!node.sizes.empty()) {
        const auto given = sizeOf(node, m_scope);
        if (!given)
            return addFault(window, 0, given.error());
        size = *given;
    }
    auto next = evaluator.evaluate(*node.head, m_scope);
    std::uint64_t index = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> seen; // Index by address.
    for (std::uint64_t head = 0; !window.isFull() && (!size || index < *size); ++index) {
        const auto address =
            next ? evaluator.scalar(*next) : CppAnswer<Scalar>(std::unexpected(next.error()));
        if (!address)
            return addFault(window, index, brokenAt(index, address.error()));
        const bool isEnd = address->bits == 0 || (index > 0 && !size && address->bits == head);
        if (isEnd && size)
            return addFault(window, index, endsEarly(index, *size));
        if (isEnd)
            return;
        head = index == 0 ? address->bits : head;
        const auto [before, isNew] = seen.emplace(address->bits, index);
        if (!isNew)
            return addFault(window, index, leadsBack(index - 1, before->second));
        const auto object = evaluator.dereferenced(*next);
        if (!object)
            return addFault(window, index, brokenAt(index, object.error()));
        auto scope = scopeOf(*object);
        addValue(node, scope, index, window);
        next = evaluator.evaluate(*node.next, scope);
    }
}

namespace {

/// Walks a tree in order, with a stack of its own.
class TreeWalk
{
public:
    TreeWalk(Evaluator& evaluator, const natvis::ExpandNode& node)
        : m_evaluator(evaluator), m_node(node)
    {
    }

    struct Place
    {
        CppValue object;
        std::uint64_t address = 0;
    };

    /// Descends to the left of a pointer as far as it goes.
    template <class ScopeOf>
    CppAnswer<void> descend(CppValue pointer, const ScopeOf& scopeOf)
    {
        for (;;) {
            FL_TRY(const auto address, m_evaluator.scalar(pointer));
            if (address.bits == 0)
                return {};
            FL_TRY(auto object, m_evaluator.dereferenced(pointer));
            auto scope = scopeOf(object);
            if (m_node.valueCondition) {
                FL_TRY(const auto isValue, m_evaluator.isTrue(*m_node.valueCondition, scope));
                if (!isValue)
                    return {};
            }
            if (!m_seen.emplace(address.bits, m_seen.size()).second)
                return std::unexpected(
                    CppFault{ValueState::Damaged, "the tree leads back to a node before"});
            FL_TRY(auto left, m_evaluator.evaluate(*m_node.next, scope));
            m_stack.push_back({std::move(object), address.bits});
            pointer = std::move(left);
        }
    }

    /// The next node; absent at the end.
    std::optional<Place> next()
    {
        if (m_stack.empty())
            return std::nullopt;
        auto place = std::move(m_stack.back());
        m_stack.pop_back();
        return place;
    }

private:
    Evaluator& m_evaluator;
    const natvis::ExpandNode& m_node;
    std::vector<Place> m_stack;
    std::unordered_map<std::uint64_t, std::uint64_t> m_seen;
};

} // namespace

void ItemLister::listTree(const Node& node, ItemWindow& window)
{
    auto& evaluator = m_presenter.m_evaluator;
    std::optional<std::uint64_t> size;
    if (!node.sizes.empty()) {
        const auto given = sizeOf(node, m_scope);
        if (!given)
            return addFault(window, 0, given.error());
        size = *given;
    }
    if (size == std::uint64_t{0})
        return;
    const auto scopeOfNode = [this](const CppValue& object) { return scopeOf(object); };
    TreeWalk walk(evaluator, node);
    auto head = evaluator.evaluate(*node.head, m_scope);
    auto moved =
        head ? walk.descend(*head, scopeOfNode) : CppAnswer<void>(std::unexpected(head.error()));
    for (std::uint64_t index = 0; !window.isFull() && (!size || index < *size); ++index) {
        if (!moved)
            return addFault(window, index, brokenAt(index, moved.error()));
        const auto place = walk.next();
        if (!place && size)
            return addFault(window, index, endsEarly(index, *size));
        if (!place)
            return;
        auto scope = scopeOf(place->object);
        addValue(node, scope, index, window);
        auto right = evaluator.evaluate(*node.right, scope);
        moved = right ? walk.descend(*std::move(right), scopeOfNode)
                      : CppAnswer<void>(std::unexpected(right.error()));
    }
}

} // namespace faultline::variables
