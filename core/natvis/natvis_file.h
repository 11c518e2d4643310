// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/natvis/cpp_expression.h"
#include "core/natvis/type_pattern.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::natvis {

/// When an element of a file counts.
struct Conditions
{
    std::optional<CppExpression> condition;
    bool isOptional = false;               ///< An element that cannot be evaluated is left out.
    std::vector<std::string> includeViews; ///< Empty: in each view.
    std::vector<std::string> excludeViews;
};

/// A text with expressions: "{{ size={count} }}" has the parts "{ size=", count, " }".
struct DisplayPart
{
    std::string text;                        ///< Shown as it is, unless there is
    std::optional<CppExpression> expression; ///< an expression, whose value is shown.
};

struct DisplayText
{
    Conditions when;
    std::vector<DisplayPart> parts;
    std::uint32_t line = 0;
};

/// An expression that counts only under conditions: of several, the first whose conditions hold.
struct ConditionalExpression
{
    Conditions when;
    CppExpression expression;
};

struct ExpandNode;

/// A variable of CustomListItems.
struct ListVariable
{
    std::string name;
    CppExpression initial;
};

/// A step of CustomListItems.
struct ListStep
{
    enum class Kind : std::uint8_t { Loop, If, ElseIf, Else, Break, Exec, Item };
    Kind kind = Kind::Break;
    std::optional<CppExpression> condition; ///< Of any kind; Exec has its expression here.
    std::optional<CppExpression> execution; ///< Of Exec: what it evaluates. Of Item: its value.
    std::vector<DisplayPart> name;          ///< Of Item.
    std::vector<ListStep> steps;            ///< Of Loop, If, ElseIf and Else.
};

/// One element of Expand.
struct ExpandNode
{
    enum class Kind : std::uint8_t {
        Item,
        Synthetic,
        ExpandedItem,
        ArrayItems,
        IndexListItems,
        LinkedListItems,
        TreeItems,
        CustomListItems
    };
    Kind kind = Kind::Item;
    Conditions when;
    std::uint32_t line = 0;
    std::vector<DisplayPart> name; ///< Of Item and Synthetic, and of a list's values if not empty.
    std::optional<CppExpression> value; ///< Of Item and ExpandedItem, and of a list's ValueNode.
    std::optional<CppExpression> valueCondition; ///< Of the ValueNode of a tree.
    std::vector<ConditionalExpression> sizes;
    std::vector<ConditionalExpression> pointers; ///< ValuePointer of ArrayItems.
    std::vector<ConditionalExpression> values;   ///< ValueNode of IndexListItems.
    std::optional<CppExpression> rank;           ///< Dimensions of ArrayItems; absent: one.
    std::optional<CppExpression> lowerBound;     ///< First index of ArrayItems.
    bool isForward = true;                       ///< The last dimension has consecutive places.
    std::optional<CppExpression> head;
    std::optional<CppExpression> next; ///< NextPointer; LeftPointer of a tree.
    std::optional<CppExpression> right;
    std::vector<DisplayText> displays; ///< Of Synthetic.
    std::vector<ExpandNode> nodes;     ///< Of Synthetic.
    std::vector<ListVariable> variables;
    std::vector<ListStep> steps;
};

/// A function that other expressions of the type may call.
struct Intrinsic
{
    std::string name;
    std::vector<std::string> parameters;
    CppExpression expression;
    bool isOptional = false;
};

/// What a file says about a type.
struct Visualizer
{
    std::vector<TypePattern> patterns; ///< Of Name and of each AlternativeType.
    std::string name;                  ///< As the file has it.
    std::string file;                  ///< The file's name, for messages.
    std::uint32_t line = 0;
    int priority = 0;
    bool isInheritable = true;
    Conditions when; ///< Views only.
    std::vector<DisplayText> displays;
    std::vector<Intrinsic> intrinsics;
    std::vector<CppExpression> smartPointers; ///< What the value stands for a pointer to.
    bool hasExpand = false;
    std::vector<ExpandNode> nodes;
};

/// What in a file was not understood; the rest counts.
struct FileProblem
{
    std::string file;
    std::uint32_t line = 0;
    std::string text;
};

struct NatvisFile
{
    std::string name;
    std::vector<std::shared_ptr<const Visualizer>> visualizers;
    std::vector<Intrinsic> intrinsics; ///< Of all types of the file.
    std::vector<FileProblem> problems;
};

/// Reads a file (Microsoft, "Create custom views of C++ objects in the debugger using the Natvis
/// framework", and the schema natvis.xsd that comes with Visual Studio). Never fails: an XML error
/// loses what follows it, an element that is not understood loses itself, and an expression that
/// cannot be parsed loses the smallest element around it. Each is a problem with its line.
NatvisFile readNatvis(std::string_view name, std::string_view text);

} // namespace faultline::natvis
