// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/natvis/visualizer_set.h"
#include "core/variables/evaluator.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faultline::variables {

/// An object and what a file says about its type.
struct SummedObject
{
    CppValue object;
    natvis::Match match;
    std::string view;
};

/// A value under a name, and how it is to be shown.
struct ValueNode
{
    std::string name = {};
    CppValue value = {};
    VariableRole role = VariableRole::Member;
    natvis::Format format = {};
    bool isRaw = false;                         ///< By its members, without a summary.
    std::optional<std::uint64_t> elements = {}; ///< The pointer leads to an array of so many.
    std::optional<CppFault> fault = {};         ///< There is no value here, and why.
    /// A node of the file's own: it has no value, but the object's summary and parts.
    std::shared_ptr<const SummedObject> around = {};
    const natvis::ExpandNode* synthetic = nullptr; ///< In `around`.
};

/// A value as it is shown. `fault` says why there is none where the debug info does not.
struct PresentedValue
{
    ShownValue shown = {};
    std::optional<CppFault> fault = {};
};

/// Shows values the way that files of Natvis say, and others by their members. What is damaged or
/// endless in the process ends at a limit, and says where. Not thread-safe.
class ValuePresenter
{
public:
    explicit ValuePresenter(const Values& values);

    PresentedValue show(const ValueNode& node);
    /// The parts of a value from number `first` on, at most `most`.
    std::vector<ValueNode> children(const ValueNode& node, std::uint64_t first, std::uint64_t most);

    std::string typeName(const ValueNode& node) const;
    /// Evaluates an expression in a scope, with its format.
    CppAnswer<ValueNode> evaluated(const natvis::CppExpression& expression, ExpressionScope& scope);

    Evaluator& evaluator() { return m_evaluator; }

    static ValueNode nodeOf(const NamedPlace& place, VariableRole role);

private:
    friend class ItemLister;
    using Text = CppAnswer<std::string>;

    struct TextPlace
    {
        Storage storage = {};
        std::optional<std::uint64_t> count = {}; ///< Of characters; absent: a zero ends the text.
        bool isWhole = false;                    ///< All of these are there.
    };

    bool isShownRaw(const ValueNode& node) const;
    PresentedValue showPlain(const ValueNode& node);
    PresentedValue showText(const ValueNode& node);
    PresentedValue showNumber(const CppValue& value, const natvis::Format& format);
    void applyBase(const natvis::Format& format, const CppValue& value, ShownValue& shown);
    bool sumUp(const ValueNode& node, PresentedValue& into);
    bool sumUpBy(const SummedObject& object, PresentedValue& into);
    PresentedValue showSynthetic(const ValueNode& node);

    /// The first display whose conditions hold. Absent: there is none.
    CppAnswer<std::optional<std::string>> displayOf(const std::vector<natvis::DisplayText>& texts,
                                                    const SummedObject& object,
                                                    bool& isText);
    Text rendered(const std::vector<natvis::DisplayPart>& parts, ExpressionScope& scope);
    Text wholeText(const natvis::CppExpression& expression, ExpressionScope& scope);
    Text shortText(const ValueNode& node);
    Text pointerText(const ValueNode& node);
    Text textOf(const ValueNode& node, bool isQuoted);
    Text endedText(std::uint64_t address, std::size_t limit, std::size_t unit, bool isQuoted);
    CppAnswer<std::size_t> characterBytes(const ValueNode& node);
    CppAnswer<TextPlace> textPlace(const ValueNode& node);
    CppAnswer<bool>
    holds(const natvis::Conditions& when, const std::string& view, ExpressionScope& scope);

    /// What files say about the type of a value, or of a base of it; the best first.
    std::vector<SummedObject> summariesOf(const ValueNode& node);
    void addSummaries(const TypedPlace& object,
                      const std::string& view,
                      bool isBase,
                      std::uint32_t& left,
                      std::vector<SummedObject>& found);
    const std::vector<natvis::Match>& matchesOf(object::EntryRef type);
    CppAnswer<CppValue> smartTargetOf(const CppValue& object);
    std::vector<ValueNode>
    plainChildren(const ValueNode& node, std::uint64_t first, std::uint64_t most);

    const Values& m_values;
    WorkBudget m_budget;
    Evaluator m_evaluator;
    std::map<object::EntryRef, std::vector<natvis::Match>> m_matches; // By the plain type.
    std::uint32_t m_depth = 0; ///< Of summaries inside of summaries.
};

} // namespace faultline::variables
