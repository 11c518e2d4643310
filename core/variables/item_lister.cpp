// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/item_lister.h"

#include "core/variables/custom_list.h"

#include <algorithm>

namespace faultline::variables {

namespace {

using ItemKind = natvis::ExpandNode::Kind;

/// More items than any container in 47 bits of addresses has.
constexpr std::uint64_t kMaxItems = std::uint64_t{1} << 40;
constexpr std::uint64_t kMaxRank = 8;
constexpr std::uint32_t kMaxExpanded = 8; ///< The depth of items that stand for other items.

CppFault implausible(std::uint64_t size)
{
    return {ValueState::Damaged,
            concat("its size, ", static_cast<std::int64_t>(size), ", is not plausible")};
}

std::string bracketed(std::uint64_t index)
{
    return concat("[", index, "]");
}

} // namespace

ItemLister::ItemLister(ValuePresenter& presenter, const SummedObject& object)
    : ItemLister(presenter, object, object.match.visualizer->nodes)
{
}

ItemLister::ItemLister(ValuePresenter& presenter,
                       const SummedObject& object,
                       std::span<const natvis::ExpandNode> nodes)
    : m_presenter(presenter), m_object(object), m_nodes(nodes), m_scope(scopeOf(object.object))
{
}

ObjectScope ItemLister::scopeOf(const CppValue& object)
{
    return {m_presenter.m_evaluator, m_presenter.m_values.naming().summaries.get(), m_object,
            object};
}

ItemLister::Count ItemLister::count()
{
    std::uint64_t total = 0;
    if (m_nodes.empty() && !m_object.match.visualizer->hasExpand) {
        ItemWindow window(0, kMostCounted);
        listSmartTarget(window);
        return window.take().size();
    }
    for (const auto& node : m_nodes) {
        FL_TRY(const auto isMeant, this->isMeant(node));
        if (!isMeant)
            continue;
        FL_TRY(const auto count, countOf(node));
        total += count;
        if (total > kMaxItems)
            return std::unexpected(implausible(total));
    }
    return total;
}

CppAnswer<bool> ItemLister::isMeant(const Node& node)
{
    return m_presenter.holds(node.when, m_object.view, m_scope);
}

ItemLister::Count ItemLister::countOf(const Node& node)
{
    switch (node.kind) {
    case ItemKind::Item: {
        if (!node.when.isOptional)
            return 1;
        const auto value = m_presenter.m_evaluator.evaluate(*node.value, m_scope);
        return !value && value.error().isUnfit ? 0 : 1;
    }
    case ItemKind::Synthetic: return 1;
    case ItemKind::ExpandedItem: return countOfExpanded(node);
    case ItemKind::ArrayItems: return countOfArray(node);
    case ItemKind::IndexListItems: return sizeOf(node, m_scope);
    case ItemKind::LinkedListItems:
    case ItemKind::TreeItems:
    case ItemKind::CustomListItems:
        return node.sizes.empty() ? Count(countByWalking(node)) : sizeOf(node, m_scope);
    }
    return 0;
}

/// A value that cannot be shown is one item, which says why.
ItemLister::Count ItemLister::countOfExpanded(const Node& node)
{
    const auto value = m_presenter.evaluated(*node.value, m_scope);
    if (!value && value.error().isUnfit && node.when.isOptional)
        return 0;
    if (!value)
        return 1;
    const auto shown = m_presenter.show(*value);
    return shown.fault ? 1 : shown.shown.partCount;
}

/// The first size whose conditions hold.
ItemLister::Count ItemLister::sizeOf(const Node& node, ExpressionScope& scope)
{
    for (const auto& choice : node.sizes) {
        FL_TRY(const auto isMeant, m_presenter.holds(choice.when, m_object.view, scope));
        if (!isMeant)
            continue;
        const auto value = m_presenter.m_evaluator.evaluate(choice.expression, scope);
        if (!value && value.error().isUnfit && choice.when.isOptional)
            continue;
        if (!value)
            return std::unexpected(value.error());
        FL_TRY(const auto number, m_presenter.m_evaluator.scalar(*value));
        if (number.kind == Scalar::Kind::Floating)
            return unfit("the size is no whole number");
        if (number.bits > kMaxItems)
            return std::unexpected(implausible(number.bits));
        return number.bits;
    }
    return unfit("the list has no size");
}

CppAnswer<std::vector<std::uint64_t>> ItemLister::dimensionsOf(const Node& node)
{
    std::uint64_t rank = 1;
    if (node.rank) {
        FL_TRY(const auto value, m_presenter.m_evaluator.evaluate(*node.rank, m_scope));
        FL_TRY(const auto number, m_presenter.m_evaluator.scalar(value));
        rank = number.bits;
    }
    if (rank == 0 || rank > kMaxRank)
        return std::unexpected(
            CppFault{ValueState::Damaged, concat("an array of ", rank, " dimensions")});
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t i = 0; i < rank; ++i) {
        m_scope.setLocal("$i", numberValue(wholeNumber(i, true)));
        FL_TRY(const auto size, sizeOf(node, m_scope));
        sizes.push_back(size);
    }
    return sizes;
}

ItemLister::Count ItemLister::countOfArray(const Node& node)
{
    FL_TRY(const auto sizes, dimensionsOf(node));
    std::uint64_t count = 1;
    for (const auto size : sizes) {
        if (__builtin_mul_overflow(count, size, &count) || count > kMaxItems)
            return std::unexpected(implausible(count));
    }
    return count;
}

/// Keeps no items.
std::uint64_t ItemLister::countByWalking(const Node& node)
{
    ItemWindow window(kMostCounted - 1, 1);
    list(node, window);
    return window.passed();
}

std::vector<ValueNode> ItemLister::list(std::uint64_t first, std::uint64_t most)
{
    ItemWindow window(first, most);
    if (m_nodes.empty() && !m_object.match.visualizer->hasExpand)
        listSmartTarget(window);
    for (const auto& node : m_nodes) {
        const auto isMeant = this->isMeant(node);
        if (isMeant && *isMeant && !window.isFull())
            list(node, window);
    }
    return window.take();
}

void ItemLister::list(const Node& node, ItemWindow& window)
{
    switch (node.kind) {
    case ItemKind::Item: return listItem(node, window);
    case ItemKind::Synthetic: return listSynthetic(node, window);
    case ItemKind::ExpandedItem: return listExpanded(node, window);
    case ItemKind::ArrayItems: return listArray(node, window);
    case ItemKind::IndexListItems: return listIndexed(node, window);
    case ItemKind::LinkedListItems: return listLinked(node, window);
    case ItemKind::TreeItems: return listTree(node, window);
    case ItemKind::CustomListItems: return listCustom(node, window);
    }
}

std::string ItemLister::nameOf(const std::vector<natvis::DisplayPart>& parts,
                               ExpressionScope& scope)
{
    return m_presenter.rendered(parts, scope).value_or(std::string("?"));
}

void ItemLister::listItem(const Node& node, ItemWindow& window)
{
    auto value = m_presenter.evaluated(*node.value, m_scope);
    if (!value && value.error().isUnfit && node.when.isOptional)
        return;
    ValueNode item;
    if (value)
        item = *std::move(value);
    else
        item.fault = value.error();
    item.name = nameOf(node.name, m_scope);
    item.role = item.name.starts_with('[') ? VariableRole::Element : VariableRole::Member;
    window.add(std::move(item));
}

void ItemLister::listSynthetic(const Node& node, ItemWindow& window)
{
    ValueNode item{.name = nameOf(node.name, m_scope)};
    item.around = std::make_shared<const SummedObject>(m_object);
    item.synthetic = &node;
    window.add(std::move(item));
}

/// The parts of another value take the place of this item.
void ItemLister::listExpanded(const Node& node, ItemWindow& window)
{
    auto value = m_presenter.evaluated(*node.value, m_scope);
    if (!value && value.error().isUnfit && node.when.isOptional)
        return;
    if (!value)
        return addFault(window, 0, value.error());
    if (m_presenter.m_depth > kMaxExpanded)
        return addFault(window, 0, {ValueState::TooLarge, "it is nested too deeply"});
    value->format.view = value->format.view.empty() ? m_object.view : value->format.view;
    const auto shown = m_presenter.show(*value);
    if (shown.fault)
        return addFault(window, 0, *shown.fault);
    auto left = shown.shown.partCount;
    const auto skipped = window.skip(left);
    left -= skipped;
    while (left > 0 && !window.isFull()) {
        const auto part = m_presenter.children(*value, shown.shown.partCount - left,
                                               std::min(left, kMostCounted));
        if (part.empty())
            return;
        for (const auto& item : part)
            window.add(item);
        left -= std::min<std::uint64_t>(left, part.size());
    }
}

/// A smart pointer stands for what it leads to.
void ItemLister::listSmartTarget(ItemWindow& window)
{
    const auto target = m_presenter.smartTargetOf(m_object.object);
    if (target)
        window.add({.name = "*", .value = *target, .role = VariableRole::Pointee});
}

void ItemLister::addFault(ItemWindow& window, std::uint64_t index, CppFault fault)
{
    window.add(
        {.name = bracketed(index), .role = VariableRole::Element, .fault = std::move(fault)});
}

CppAnswer<ValueNode> ItemLister::valueOf(const std::vector<natvis::ConditionalExpression>& choices,
                                         ExpressionScope& scope)
{
    for (const auto& choice : choices) {
        FL_TRY(const auto isMeant, m_presenter.holds(choice.when, m_object.view, scope));
        if (!isMeant)
            continue;
        auto value = m_presenter.evaluated(choice.expression, scope);
        if (value || !value.error().isUnfit || !choice.when.isOptional)
            return value;
    }
    return unfit("no value is meant");
}

/// The name of an element of an array of several dimensions: "[1,2]".
static std::string nameInGrid(std::uint64_t index,
                              const std::vector<std::uint64_t>& sizes,
                              bool isForward,
                              std::int64_t lower)
{
    std::vector<std::uint64_t> places(sizes.size());
    for (std::size_t step = 0; step < sizes.size(); ++step) {
        const auto dimension = isForward ? sizes.size() - 1 - step : step;
        places[dimension] = index % sizes[dimension];
        index /= sizes[dimension];
    }
    std::string name;
    for (const auto place : places)
        name += concat(name.empty() ? "[" : ",", static_cast<std::int64_t>(place) + lower);
    return name + "]";
}

void ItemLister::listArray(const Node& node, ItemWindow& window)
{
    const auto sizes = dimensionsOf(node);
    const auto count = sizes ? countOfArray(node) : Count(std::unexpected(sizes.error()));
    if (!count)
        return addFault(window, 0, count.error());
    std::int64_t lower = 0;
    if (node.lowerBound) {
        const auto value = m_presenter.m_evaluator.evaluate(*node.lowerBound, m_scope);
        const auto number = value ? m_presenter.m_evaluator.scalar(*value)
                                  : CppAnswer<Scalar>(std::unexpected(value.error()));
        lower = number ? static_cast<std::int64_t>(number->bits) : 0;
    }
    if (*count == 0)
        return;
    const auto pointer = valueOf(node.pointers, m_scope);
    if (!pointer)
        return addFault(window, 0, pointer.error());
    for (auto i = window.skip(*count); i < *count && !window.isFull(); ++i) {
        if (!m_presenter.m_evaluator.budget().take())
            return addFault(window, i, {ValueState::TooLarge, "the array takes too many steps"});
        auto item = *pointer;
        auto element =
            m_presenter.m_evaluator.element(pointer->value, static_cast<std::int64_t>(i));
        if (!element)
            return addFault(window, i, element.error());
        item.value = *std::move(element);
        item.elements.reset();
        item.name = nameInGrid(i, *sizes, node.isForward, lower);
        item.role = VariableRole::Element;
        window.add(std::move(item));
    }
}

std::vector<ValueNode> ItemLister::elementsOf(ValuePresenter& presenter,
                                              const ValueNode& pointer,
                                              std::uint64_t first,
                                              std::uint64_t most)
{
    std::vector<ValueNode> found;
    for (auto i = first; i < *pointer.elements && found.size() < most; ++i) {
        auto element = presenter.m_evaluator.element(pointer.value, static_cast<std::int64_t>(i));
        ValueNode item;
        item.name = bracketed(i);
        item.role = VariableRole::Element;
        item.format = pointer.format;
        item.isRaw = pointer.isRaw;
        if (!element) {
            item.fault = element.error();
            found.push_back(std::move(item));
            break;
        }
        item.value = *std::move(element);
        found.push_back(std::move(item));
    }
    return found;
}

void ItemLister::listIndexed(const Node& node, ItemWindow& window)
{
    const auto count = sizeOf(node, m_scope);
    if (!count)
        return addFault(window, 0, count.error());
    for (auto i = window.skip(*count); i < *count && !window.isFull(); ++i) {
        m_scope.setLocal("$i", numberValue(wholeNumber(i, true)));
        auto item = valueOf(node.values, m_scope);
        if (!item)
            return addFault(window, i, item.error());
        item->name = bracketed(i);
        item->role = VariableRole::Element;
        window.add(*std::move(item));
    }
}

/// The value of a list's node, in the scope of that node.
void ItemLister::addValue(const Node& node,
                          ExpressionScope& scope,
                          std::uint64_t index,
                          ItemWindow& window)
{
    if (!window.wantsNext()) {
        window.skip(1);
        return;
    }
    auto item = m_presenter.evaluated(*node.value, scope);
    if (!item)
        return addFault(window, index, item.error());
    item->name = node.name.empty() ? bracketed(index) : nameOf(node.name, scope);
    item->role = VariableRole::Element;
    window.add(*std::move(item));
}

void ItemLister::listCustom(const Node& node, ItemWindow& window)
{
    CustomList(*this, node, window).run();
}

} // namespace faultline::variables
