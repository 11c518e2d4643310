// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/natvis/natvis_file.h"
#include "core/variables/type_finder.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace faultline::variables {

/// The names that an expression may use.
class ExpressionScope
{
public:
    virtual ~ExpressionScope() = default;

    /// A variable, or a member of the object that the expression is about; absent when there is
    /// none.
    virtual CppAnswer<std::optional<CppValue>> find(std::string_view name) const = 0;
    /// A variable of the expression's own, which it may assign to; null when there is none.
    virtual CppValue* local(std::string_view name) = 0;
    /// Where the names of types are looked up.
    virtual TypeHome home() const = 0;
    /// What $T1 and so on stand for.
    virtual const std::vector<std::string>& templateArguments() const = 0;
    /// The functions with a name; the first that fits is meant.
    virtual std::vector<const natvis::Intrinsic*> intrinsics(std::string_view name) const = 0;
    /// The scope of a function's expression: another object, or this one, and arguments.
    virtual std::unique_ptr<ExpressionScope>
    inside(std::optional<CppValue> object,
           std::map<std::string, CppValue, std::less<>> arguments) const = 0;
};

/// Calculates expressions of C++ on the types and the memory of one frame. It calls nothing in the
/// process and changes nothing. Each operation takes a step of the budget. Not thread-safe.
class Evaluator
{
public:
    Evaluator(const Values& values, WorkBudget& budget)
        : m_values(values), m_budget(budget), m_types(values)
    {
    }

    CppAnswer<CppValue> evaluate(const natvis::CppExpression& expression, ExpressionScope& scope);
    /// A node of an expression, such as the count of its format.
    CppAnswer<CppValue>
    evaluate(const natvis::CppExpression& expression, std::uint32_t node, ExpressionScope& scope);

    /// The value as a number or an address; an array is the address of its first element.
    CppAnswer<Scalar> scalar(const CppValue& value);
    CppAnswer<bool> isTrue(const natvis::CppExpression& expression, ExpressionScope& scope);
    CppAnswer<CppValue> dereferenced(const CppValue& pointer);
    CppAnswer<CppValue> addressOf(const CppValue& value);
    CppAnswer<CppValue> element(const CppValue& value, std::int64_t index);
    CppAnswer<CppValue> member(const CppValue& value, std::string_view name);
    CppAnswer<CppValue> converted(const CppValue& value, const CppType& type);
    /// A member of the object that the expression is about, or the object of a base class that has
    /// this name; absent when there is neither.
    std::optional<CppValue> memberOrNone(const CppValue& value, std::string_view name);

    /// The value as a place, with a reference followed; a number as a place that holds it.
    CppAnswer<TypedPlace> placeOf(const CppValue& value);
    static CppValue valueAt(const TypedPlace& place);
    std::string typeName(const CppValue& value) const;

    TypeFinder& types() { return m_types; }

    const Values& values() const { return m_values; }

    WorkBudget& budget() { return m_budget; }

    /// Gives what a smart pointer leads to, for "->" on objects.
    std::function<CppAnswer<CppValue>(const CppValue&)> smartTarget;
    /// Gives what a container has at an index or key, for "[]" on objects.
    std::function<CppAnswer<CppValue>(const CppValue& container, const CppValue& index)>
        containerElement;

private:
    using Answer = CppAnswer<CppValue>;

    /// One expression under evaluation.
    struct Run
    {
        const natvis::CppExpression& expression;
        ExpressionScope& scope;
    };

    Answer node(const Run& run, std::uint32_t index);
    Answer literal(const Run& run, const std::string& text);
    Answer name(const Run& run, const std::string& text);
    Answer templateArgument(const Run& run, const std::string& text);
    Answer enumerator(const Run& run, const std::string& text);
    Answer global(const std::string& text);
    Answer unary(const Run& run, const natvis::ExpressionNode& node);
    Answer step(const Run& run, const natvis::ExpressionNode& node);
    Answer binary(const Run& run, const natvis::ExpressionNode& node);
    Answer logical(const Run& run, const natvis::ExpressionNode& node);
    Answer assign(const Run& run, const natvis::ExpressionNode& node);
    Answer arrow(const Run& run, const natvis::ExpressionNode& node);
    static CppAnswer<std::string> memberName(const Run& run, const std::string& text);
    Answer index(const Run& run, const natvis::ExpressionNode& node);
    CppAnswer<std::optional<CppValue>> containerIn(const CppValue& value, bool isKey);
    CppAnswer<void> checkIndex(const CppValue& array, std::int64_t index, bool isMember);
    Answer cast(const Run& run, const natvis::ExpressionNode& node);
    Answer sizeOf(const Run& run, const natvis::ExpressionNode& node);
    CppAnswer<CppType> measuredType(const Run& run, const natvis::ExpressionNode& node);
    Answer call(const Run& run, const natvis::ExpressionNode& node);
    Answer
    callOf(const Run& run, const natvis::ExpressionNode& node, const natvis::Intrinsic& function);
    CppAnswer<CppType> typeNamed(const Run& run, const natvis::TypeText& text);

    CppAnswer<Scalar> scalarOf(const TypedPlace& place, const PlainType& type);
    CppAnswer<Scalar> scalarOfBuiltIn(const CppValue& value);
    std::optional<CppType> pointedType(const CppValue& pointer);
    Answer pointerArithmetic(natvis::Operator op,
                             const CppValue& pointer,
                             const Scalar& left,
                             const Scalar& right);
    Answer pointerDifference(const CppValue& left, const Scalar& one, const Scalar& other);
    std::optional<CppValue>
    baseNamed(const TypedPlace& object, std::string_view plainName, std::uint32_t& left) const;
    std::optional<CppValue> baseFor(const CppValue& value, const std::string& wanted);
    Answer downcast(const CppValue& value, const CppType& type);
    CppAnswer<std::optional<std::uint64_t>>
    offsetOfBase(const PlainType& whole, const PlainType& base, std::uint32_t& left) const;

    const Values& m_values;
    WorkBudget& m_budget;
    TypeFinder m_types;
    std::uint32_t m_depth = 0; ///< Of functions and nodes that are under way.
};

/// A number as a value.
CppValue numberValue(const Scalar& number);
Scalar wholeNumber(std::uint64_t bits, bool isSigned = false, unsigned bytes = 8);
Scalar truth(bool value);

/// What an operator makes of two numbers. Faults: a division by zero, an operator that numbers do
/// not have.
CppAnswer<Scalar> calculated(natvis::Operator op, const Scalar& left, const Scalar& right);
CppAnswer<Scalar> calculated(natvis::Operator op, const Scalar& operand);
/// The number as another kind: cut, extended by its sign, or made whole.
Scalar convertedNumber(const Scalar& number, Scalar::Kind kind, unsigned bytes);

} // namespace faultline::variables
