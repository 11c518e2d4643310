// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of Expand.
#include "core/base/text.h"
#include "core/natvis/natvis_reader.h"

#include <algorithm>
#include <array>

namespace faultline::natvis {

namespace {

using NodeKind = ExpandNode::Kind;
using StepKind = ListStep::Kind;

template <class Kind>
struct KindName
{
    std::string_view name;
    Kind kind;
};

constexpr std::array<KindName<NodeKind>, 8> kNodes{
    {{"Item", NodeKind::Item},
     {"Synthetic", NodeKind::Synthetic},
     {"ExpandedItem", NodeKind::ExpandedItem},
     {"ArrayItems", NodeKind::ArrayItems},
     {"IndexListItems", NodeKind::IndexListItems},
     {"LinkedListItems", NodeKind::LinkedListItems},
     {"TreeItems", NodeKind::TreeItems},
     {"CustomListItems", NodeKind::CustomListItems}}};

constexpr std::array<KindName<StepKind>, 7> kSteps{{{"Loop", StepKind::Loop},
                                                    {"If", StepKind::If},
                                                    {"Elseif", StepKind::ElseIf},
                                                    {"Else", StepKind::Else},
                                                    {"Break", StepKind::Break},
                                                    {"Exec", StepKind::Exec},
                                                    {"Item", StepKind::Item}}};

/// Does the kind say what it needs?
bool isWhole(const ExpandNode& node)
{
    switch (node.kind) {
    case NodeKind::Item:
    case NodeKind::ExpandedItem: return node.value.has_value();
    case NodeKind::Synthetic: return true;
    case NodeKind::ArrayItems: return !node.sizes.empty() && !node.pointers.empty();
    case NodeKind::IndexListItems: return !node.sizes.empty() && !node.values.empty();
    case NodeKind::LinkedListItems: return node.head && node.next && node.value;
    case NodeKind::TreeItems: return node.head && node.next && node.right && node.value;
    case NodeKind::CustomListItems: return !node.steps.empty();
    }
    return false;
}

} // namespace

void NatvisReader::readNodes(const XmlElement& expand, std::vector<ExpandNode>& into)
{
    for (const auto& child : expand.children) {
        if (auto made = node(child))
            into.push_back(*std::move(made));
    }
}

std::optional<ExpandNode> NatvisReader::node(const XmlElement& element)
{
    const auto* kind = std::ranges::find(kNodes, element.name, &KindName<NodeKind>::name);
    if (kind == kNodes.end()) {
        reportUnknown(element);
        return std::nullopt;
    }
    auto when = conditions(element);
    if (!when)
        return std::nullopt;
    ExpandNode made;
    made.kind = kind->kind;
    made.when = *std::move(when);
    made.line = element.line;
    if (!readNode(element, made))
        return std::nullopt;
    if (isWhole(made))
        return made;
    report(element.line, concat("\"", element.name, "\" does not say all that it needs"));
    return std::nullopt;
}

bool NatvisReader::readNode(const XmlElement& element, ExpandNode& into)
{
    switch (into.kind) {
    case NodeKind::Item:
    case NodeKind::ExpandedItem: return readItem(element, into);
    case NodeKind::Synthetic: return readSynthetic(element, into);
    case NodeKind::CustomListItems: return readCustomList(element, into);
    default: return readList(element, into);
    }
}

bool NatvisReader::readItem(const XmlElement& element, ExpandNode& into)
{
    auto name = parts(element, element.attribute("Name"));
    into.value = expression(element, element.text);
    if (!name || !into.value)
        return false;
    into.name = *std::move(name);
    return true;
}

bool NatvisReader::readSynthetic(const XmlElement& element, ExpandNode& into)
{
    auto name = parts(element, element.attribute("Name"));
    if (!name)
        return false;
    into.name = *std::move(name);
    for (const auto& child : element.children) {
        if (child.name == "DisplayString") {
            if (auto text = displayText(child))
                into.displays.push_back(*std::move(text));
        } else if (child.name == "Expand") {
            readNodes(child, into.nodes);
        } else {
            reportUnknown(child);
        }
    }
    return true;
}

bool NatvisReader::readList(const XmlElement& element, ExpandNode& into)
{
    return std::ranges::all_of(element.children,
                               [&](const XmlElement& child) { return readListPart(child, into); });
}

bool NatvisReader::addConditional(const XmlElement& element,
                                  std::vector<ConditionalExpression>& into)
{
    auto when = conditions(element);
    auto value = when ? expression(element, element.text) : std::nullopt;
    if (!value)
        return false;
    into.push_back({*std::move(when), *std::move(value)});
    return true;
}

bool NatvisReader::readListPart(const XmlElement& element, ExpandNode& into)
{
    const auto name = std::string_view(element.name);
    const auto read = [&](std::optional<CppExpression>& target) {
        target = expression(element, element.text);
        return target.has_value();
    };
    if (name == "Size")
        return addConditional(element, into.sizes);
    if (name == "ValuePointer")
        return addConditional(element, into.pointers);
    if (name == "ValueNode")
        return into.kind == NodeKind::IndexListItems ? addConditional(element, into.values)
                                                     : readValueNode(element, into);
    if (name == "HeadPointer")
        return read(into.head);
    if (name == "NextPointer" || name == "LeftPointer")
        return read(into.next);
    if (name == "RightPointer")
        return read(into.right);
    if (name == "Rank")
        return read(into.rank);
    if (name == "LowerBound")
        return read(into.lowerBound);
    if (name == "Direction") {
        into.isForward = trimAscii(element.text) != "Backward";
        return true;
    }
    reportUnknown(element);
    return false;
}

/// The name of a list's values stands with the expression.
bool NatvisReader::readValueNode(const XmlElement& element, ExpandNode& into)
{
    auto name = parts(element, element.attribute("Name"));
    into.value = expression(element, element.text);
    if (!name || !into.value)
        return false;
    into.name = *std::move(name);
    return readAttribute(element, "Condition", into.valueCondition);
}

bool NatvisReader::readCustomList(const XmlElement& element, ExpandNode& into)
{
    for (const auto& child : element.children) {
        if (child.name == "Variable") {
            auto initial = expression(child, child.attribute("InitialValue"));
            if (!initial)
                return false;
            into.variables.push_back({std::string(child.attribute("Name")), *std::move(initial)});
        } else if (child.name == "Size") {
            if (!addConditional(child, into.sizes))
                return false;
        } else if (child.name != "Skip") {
            auto made = step(child);
            if (!made)
                return false;
            into.steps.push_back(*std::move(made));
        }
    }
    return true;
}

bool NatvisReader::readSteps(const XmlElement& element, std::vector<ListStep>& into)
{
    for (const auto& child : element.children) {
        auto made = step(child);
        if (!made)
            return false;
        into.push_back(*std::move(made));
    }
    return true;
}

std::optional<ListStep> NatvisReader::step(const XmlElement& element)
{
    const auto* kind = std::ranges::find(kSteps, element.name, &KindName<StepKind>::name);
    if (kind == kSteps.end()) {
        reportUnknown(element);
        return std::nullopt;
    }
    ListStep made;
    made.kind = kind->kind;
    if (!readAttribute(element, "Condition", made.condition))
        return std::nullopt;
    if (made.kind == StepKind::Exec || made.kind == StepKind::Item) {
        auto name = parts(element, element.attribute("Name"));
        made.execution = expression(element, element.text);
        if (!name || !made.execution)
            return std::nullopt;
        made.name = *std::move(name);
        return made;
    }
    if (!readSteps(element, made.steps))
        return std::nullopt;
    return made;
}

} // namespace faultline::natvis
