// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variables/evaluator.h"

#include "core/base/nesting.h"
#include "core/base/result.h"
#include "core/natvis/expression_tokens.h"
#include "core/variables/frame_variables.h"

#include <algorithm>

namespace faultline::variables {

namespace {

using natvis::ExpressionNode;
using natvis::Operator;
using NodeKind = ExpressionNode::Kind;

constexpr std::uint32_t kMaxNodeDepth = 512; ///< Of nodes, each inside of another.
/// Each unit that uses an inline variable describes it once more.
constexpr std::size_t kMaxCopies = 1024;

bool isStep(Operator op)
{
    return op == Operator::Increment || op == Operator::Decrement ||
           op == Operator::IncrementAfter || op == Operator::DecrementAfter;
}

} // namespace

CppValue numberValue(const Scalar& number)
{
    return {.type = {.builtIn = arithmeticType(number.kind, number.bytes)},
            .number = number,
            .place = {}};
}

CppValue Evaluator::valueAt(const TypedPlace& place)
{
    return {.type = {.entry = place.type}, .number = {}, .place = place};
}

std::string Evaluator::typeName(const CppValue& value) const
{
    if (value.type.isEntry() && !value.number)
        return m_values.typeName(value.place);
    return m_types.nameOf(value.type);
}

CppAnswer<CppValue> Evaluator::evaluate(const natvis::CppExpression& expression,
                                        ExpressionScope& scope)
{
    return node({expression, scope}, expression.root);
}

CppAnswer<CppValue> Evaluator::evaluate(const natvis::CppExpression& expression,
                                        std::uint32_t index,
                                        ExpressionScope& scope)
{
    return node({expression, scope}, index);
}

CppAnswer<bool> Evaluator::isTrue(const natvis::CppExpression& expression, ExpressionScope& scope)
{
    FL_TRY(const auto value, evaluate(expression, scope));
    FL_TRY(const auto number, scalar(value));
    return number.isTrue();
}

Evaluator::Answer Evaluator::node(const Run& run, std::uint32_t index)
{
    const Nesting nesting(m_depth);
    if (m_depth > kMaxNodeDepth)
        return std::unexpected(CppFault{ValueState::TooLarge, "nested too deeply"});
    if (!m_budget.take())
        return std::unexpected(CppFault{ValueState::TooLarge, "it takes too many steps"});
    const auto& node = run.expression.nodes[index];
    switch (node.kind) {
    case NodeKind::Integer:
        return numberValue(wholeNumber(node.number, !node.isUnsigned, node.isLong ? 8 : 4));
    case NodeKind::Floating:
        return numberValue({.kind = Scalar::Kind::Floating, .floating = node.floating, .bytes = 8});
    case NodeKind::Character: return numberValue(wholeNumber(node.number, true, 1));
    case NodeKind::Boolean: return numberValue(truth(node.number != 0));
    case NodeKind::Null:
        return CppValue{.type = {.pointers = 1},
                        .number = Scalar{.kind = Scalar::Kind::Pointer,
                                         .bytes = m_values.types().pointerBytes()},
                        .place = {}};
    case NodeKind::Text: return literal(run, node.text);
    case NodeKind::Name: return name(run, node.text);
    case NodeKind::Unary: return unary(run, node);
    case NodeKind::Binary: return binary(run, node);
    case NodeKind::Conditional: {
        FL_TRY(const auto condition, this->node(run, node.operands[0]));
        FL_TRY(const auto number, scalar(condition));
        return this->node(run, node.operands[number.isTrue() ? 1 : 2]);
    }
    case NodeKind::Member: {
        FL_TRY(const auto object, this->node(run, node.operands[0]));
        FL_TRY(const auto name, memberName(run, node.text));
        return member(object, name);
    }
    case NodeKind::Arrow: return arrow(run, node);
    case NodeKind::Index: return this->index(run, node);
    case NodeKind::Cast: return cast(run, node);
    case NodeKind::SizeOf: return sizeOf(run, node);
    case NodeKind::Call: return call(run, node);
    }
    return unfit("an expression of an unknown kind");
}

/// A text of the expression itself: no memory has it.
Evaluator::Answer Evaluator::literal(const Run& run, const std::string& text)
{
    auto whole = natvis::withArguments(text, run.scope.templateArguments());
    CppValue value{.type = {.builtIn = m_types.builtIn("char"), .pointers = 1}};
    value.literal = whole ? *std::move(whole) : text;
    return value;
}

Evaluator::Answer Evaluator::name(const Run& run, const std::string& text)
{
    if (const auto* local = run.scope.local(text))
        return *local;
    if (text.starts_with("$T") && text.size() > 2 && natvis::isDigit(text[2]))
        return templateArgument(run, text);
    FL_TRY(const auto member, memberName(run, text));
    FL_TRY(auto found, run.scope.find(member));
    if (found)
        return *std::move(found);
    return text.find("::") == std::string::npos ? global(text) : enumerator(run, text);
}

/// A template argument that is a value, such as the size of an array.
Evaluator::Answer Evaluator::templateArgument(const Run& run, const std::string& text)
{
    const auto argument = natvis::withArguments(text, run.scope.templateArguments());
    if (!argument)
        return unfit("the type has no template argument ", text);
    auto parsed = natvis::parseExpression(*argument);
    const bool isValue = parsed && parsed->nodes[parsed->root].kind != NodeKind::Name;
    if (!isValue)
        return unfit("the template argument ", *argument, " is no value");
    return evaluate(*parsed, run.scope);
}

/// "Scope::name": an enumerator of the enumeration "Scope", or a global variable.
Evaluator::Answer Evaluator::enumerator(const Run& run, const std::string& text)
{
    const auto at = text.rfind("::");
    const auto last = std::string_view(text).substr(at + 2);
    const auto scope = m_types.find(std::string_view(text).substr(0, at), run.scope.home());
    const auto type = scope && scope->isEntry() ? m_types.plain(*scope) : nullptr;
    if (type && type->kind == object::TypeKind::Enum) {
        for (const auto& each : type->enumerators) {
            if (each.name == last)
                return numberValue(wholeNumber(each.value, true, 8));
        }
    }
    return global(text);
}

Evaluator::Answer Evaluator::global(const std::string& text)
{
    const auto globals = m_values.frame().info().globalsNamed(text, kMaxCopies);
    if (globals.empty())
        return unfit("no variable is called \"", text, "\" here");
    const auto place = m_values.frame().place(globals.front());
    const auto address = place.address();
    const bool isOne =
        std::ranges::all_of(globals.begin() + 1, globals.end(), [&](const auto& other) {
            return address && m_values.frame().place(other).address() == address;
        });
    if (!isOne)
        return unfit("several variables are called \"", text, "\"");
    return valueAt({.type = globals.front().type, .storage = place});
}

Evaluator::Answer Evaluator::unary(const Run& run, const ExpressionNode& node)
{
    if (isStep(node.op))
        return step(run, node);
    FL_TRY(const auto operand, this->node(run, node.operands[0]));
    if (node.op == Operator::Dereference)
        return dereferenced(operand);
    if (node.op == Operator::AddressOf)
        return addressOf(operand);
    FL_TRY(const auto number, scalar(operand));
    FL_TRY(const auto result, calculated(node.op, number));
    return numberValue(result);
}

/// "++" and "--" of the expression's own variables.
Evaluator::Answer Evaluator::step(const Run& run, const ExpressionNode& node)
{
    const auto& target = run.expression.nodes[node.operands[0]];
    auto* local = target.kind == NodeKind::Name ? run.scope.local(target.text) : nullptr;
    if (local == nullptr)
        return unfit("only variables of a list can be changed");
    const auto before = *local;
    FL_TRY(const auto number, scalar(before));
    const bool isUp = node.op == Operator::Increment || node.op == Operator::IncrementAfter;
    const auto op = isUp ? Operator::Add : Operator::Subtract;
    const auto one = wholeNumber(1, true, 4);
    auto changed = number.kind == Scalar::Kind::Pointer ? pointerArithmetic(op, before, number, one)
                                                        : Answer(CppValue{});
    if (number.kind != Scalar::Kind::Pointer) {
        FL_TRY(const auto result, calculated(op, number, one));
        changed = converted(numberValue(result), before.type);
    }
    FL_TRY(*local, std::move(changed));
    const bool isAfter = node.op == Operator::IncrementAfter || node.op == Operator::DecrementAfter;
    return isAfter ? before : *local;
}

Evaluator::Answer Evaluator::assign(const Run& run, const ExpressionNode& node)
{
    const auto& target = run.expression.nodes[node.operands[0]];
    auto* local = target.kind == NodeKind::Name ? run.scope.local(target.text) : nullptr;
    if (local == nullptr)
        return unfit("only variables of a list can be changed");
    FL_TRY(const auto value, this->node(run, node.operands[1]));
    FL_TRY(const auto number, scalar(value));
    FL_TRY(*local, converted({.type = value.type, .number = number, .place = {}}, local->type));
    return *local;
}

Evaluator::Answer Evaluator::addressOf(const CppValue& value)
{
    if (value.number || value.place.bitSize != 0 || value.pointee || value.literal)
        return std::unexpected(CppFault{ValueState::OptimizedOut, "it has no address"});
    if (value.place.dimension != 0)
        return unfit("no type describes a pointer to \"", typeName(value), "\"");
    const auto address = value.place.storage.address(m_types.sizeOf(value.type).value_or(1));
    auto type = value.type;
    // A reference's address is that of its target.
    const auto info = m_types.plain(type);
    if (info && (info->kind == object::TypeKind::LeftReference ||
                 info->kind == object::TypeKind::RightReference)) {
        FL_TRY(const auto target, placeOf(value));
        return addressOf(valueAt(target));
    }
    ++type.pointers;
    if (!address)
        return CppValue{.type = std::move(type),
                        .pointee = std::make_shared<const TypedPlace>(value.place)};
    return CppValue{.type = std::move(type),
                    .number = Scalar{.kind = Scalar::Kind::Pointer,
                                     .bits = *address,
                                     .bytes = m_values.types().pointerBytes()},
                    .place = {}};
}

Evaluator::Answer Evaluator::logical(const Run& run, const ExpressionNode& node)
{
    FL_TRY(const auto left, this->node(run, node.operands[0]));
    FL_TRY(const auto first, scalar(left));
    const bool decides = first.isTrue() == (node.op == Operator::Or);
    if (decides)
        return numberValue(truth(first.isTrue()));
    FL_TRY(const auto right, this->node(run, node.operands[1]));
    FL_TRY(const auto second, scalar(right));
    return numberValue(truth(second.isTrue()));
}

Evaluator::Answer Evaluator::binary(const Run& run, const ExpressionNode& node)
{
    if (node.op == Operator::Assign)
        return assign(run, node);
    if (node.op == Operator::And || node.op == Operator::Or)
        return logical(run, node);
    FL_TRY(const auto left, this->node(run, node.operands[0]));
    FL_TRY(const auto right, this->node(run, node.operands[1]));
    if (node.op == Operator::Comma)
        return right;
    FL_TRY(const auto one, scalar(left));
    FL_TRY(const auto other, scalar(right));
    const bool isSum = node.op == Operator::Add || node.op == Operator::Subtract;
    const bool isLeft = one.kind == Scalar::Kind::Pointer;
    const bool isRight = other.kind == Scalar::Kind::Pointer;
    if (isSum && isLeft && isRight)
        return node.op == Operator::Subtract ? pointerDifference(left, one, other)
                                             : unfit("two pointers cannot be added");
    if (isSum && isLeft)
        return pointerArithmetic(node.op, left, one, other);
    if (isSum && isRight)
        return node.op == Operator::Add ? pointerArithmetic(node.op, right, other, one)
                                        : unfit("a pointer cannot be subtracted from a number");
    FL_TRY(const auto result, calculated(node.op, one, other));
    return numberValue(result);
}

Evaluator::Answer Evaluator::pointerArithmetic(Operator op,
                                               const CppValue& pointer,
                                               const Scalar& address,
                                               const Scalar& count)
{
    const auto target = pointedType(pointer);
    const auto size = target ? m_types.sizeOf(*target) : std::nullopt;
    if (!size || count.kind == Scalar::Kind::Floating)
        return unfit("\"", typeName(pointer), "\" cannot be counted with");
    const auto distance = count.bits * *size;
    auto result = address;
    result.bits = op == Operator::Add ? address.bits + distance : address.bits - distance;
    if (result.bytes == 4)
        result.bits &= 0xffffffff;
    CppValue value{.type = *target, .number = result, .place = {}};
    ++value.type.pointers;
    return value;
}

Evaluator::Answer
Evaluator::pointerDifference(const CppValue& left, const Scalar& one, const Scalar& other)
{
    const auto target = pointedType(left);
    const auto size = target ? m_types.sizeOf(*target) : std::nullopt;
    if (!size || *size == 0)
        return unfit("\"", typeName(left), "\" cannot be counted with");
    const auto distance = static_cast<std::int64_t>(one.bits - other.bits);
    return numberValue(wholeNumber(
        static_cast<std::uint64_t>(distance / static_cast<std::int64_t>(*size)), true, 8));
}

Evaluator::Answer Evaluator::arrow(const Run& run, const ExpressionNode& node)
{
    FL_TRY(const auto operand, this->node(run, node.operands[0]));
    FL_TRY(const auto name, memberName(run, node.text));
    const auto info = m_types.plain(operand.type);
    if (info && isStructure(*info) && smartTarget) {
        FL_TRY(const auto target, smartTarget(operand));
        return member(target, name);
    }
    FL_TRY(const auto target, dereferenced(operand));
    return member(target, name);
}

/// "Base<$T1>::member" with what $T1 stands for.
CppAnswer<std::string> Evaluator::memberName(const Run& run, const std::string& text)
{
    auto name = natvis::withArguments(text, run.scope.templateArguments());
    if (!name)
        return unfit("no template argument of the type is meant by \"", text, "\"");
    return *std::move(name);
}

Evaluator::Answer Evaluator::index(const Run& run, const ExpressionNode& node)
{
    FL_TRY(const auto whole, this->node(run, node.operands[0]));
    FL_TRY(const auto place, this->node(run, node.operands[1]));
    FL_TRY(const auto container, containerIn(whole, place.literal.has_value()));
    if (container)
        return containerElement(*container, place);
    if (place.literal)
        return std::unexpected(CppFault{
            ValueState::NoSuchElement,
            concat("\"", typeName(whole), "\" has no elements that a text chooses"), true});
    FL_TRY(const auto number, scalar(place));
    if (number.kind == Scalar::Kind::Floating || number.kind == Scalar::Kind::Pointer)
        return unfit("the index is no whole number");
    const auto at = static_cast<std::int64_t>(number.bits);
    const auto kind = run.expression.nodes[node.operands[0]].kind;
    FL_CHECK(checkIndex(whole, at, kind == NodeKind::Member || kind == NodeKind::Arrow));
    return element(whole, at);
}

/// The value, if it is an object and no array or pointer. A text is the index of no pointer, so
/// that what the pointer leads to is meant.
CppAnswer<std::optional<CppValue>> Evaluator::containerIn(const CppValue& value, bool isKey)
{
    if (!containerElement || value.literal)
        return std::nullopt;
    auto object = value;
    if (isKey && pointedType(value)) {
        FL_TRY(object, dereferenced(value));
    }
    if (object.number || !object.type.isEntry())
        return std::nullopt;
    FL_TRY(const auto place, placeOf(object));
    const bool isObject = isStructure(*m_values.types().plain(place.type).info);
    return isObject ? std::optional(valueAt(place)) : std::nullopt;
}

/// Beyond the end of an array lie other variables. Members with one element or none are read
/// further: so C declares arrays at the end of an object whose length only the program knows.
CppAnswer<void> Evaluator::checkIndex(const CppValue& array, std::int64_t index, bool isMember)
{
    if (array.number || !array.type.isEntry())
        return {};
    FL_TRY(const auto place, placeOf(array));
    const auto type = m_values.types().plain(place.type).info;
    const bool isArray =
        type->kind == object::TypeKind::Array || type->kind == object::TypeKind::Vector;
    const auto count = isArray ? m_values.elementCount(place) : std::nullopt;
    if (!count)
        return {};
    // The first index of some languages is not 0.
    const auto lower = type->bounds[place.dimension].lower;
    const auto number = static_cast<std::uint64_t>(index) - static_cast<std::uint64_t>(lower);
    const bool isOpenEnded = isMember && *count <= 1;
    if (index >= lower && (isOpenEnded || number < *count))
        return {};
    return std::unexpected(
        CppFault{ValueState::NoSuchElement,
                 concat("\"", m_values.typeName(place), "\" has no element ", index)});
}

CppAnswer<CppType> Evaluator::typeNamed(const Run& run, const natvis::TypeText& text)
{
    const auto name = natvis::withArguments(text.name, run.scope.templateArguments());
    auto found = name ? m_types.find(*name, run.scope.home()) : std::nullopt;
    if (!found)
        return unfit("no type, or more than one, is called \"", name ? *name : text.name, "\"");
    found->pointers += text.pointers;
    return *std::move(found);
}

Evaluator::Answer Evaluator::cast(const Run& run, const ExpressionNode& node)
{
    FL_TRY(const auto operand, this->node(run, node.operands[0]));
    const auto name = natvis::withArguments(node.type.name, run.scope.templateArguments());
    const bool isToObject = node.type.pointers == 1 || node.type.isReference;
    if (name && isToObject && !node.isReinterpreted) {
        if (auto base = baseFor(operand, natvis::plainTypeName(*name)))
            return node.type.isReference ? Answer(*std::move(base)) : addressOf(*base);
    }
    FL_TRY(auto type, typeNamed(run, node.type));
    if (m_types.isVoid(type))
        return operand;
    if (!node.type.isReference)
        return node.isReinterpreted ? converted(operand, type) : downcast(operand, type);
    FL_TRY(const auto address, addressOf(operand));
    ++type.pointers;
    FL_TRY(const auto pointer,
           node.isReinterpreted ? converted(address, type) : downcast(address, type));
    return dereferenced(pointer);
}

/// What sizeof is about. A name in parentheses is that of a variable, if there is one.
CppAnswer<CppType> Evaluator::measuredType(const Run& run, const ExpressionNode& node)
{
    if (!node.operands.empty()) {
        FL_TRY(const auto value, this->node(run, node.operands[0]));
        if (value.place.dimension != 0)
            return unfit("the size of \"", typeName(value), "\" is not known");
        return value.type;
    }
    if (node.type.pointers == 0) {
        if (const auto* local = run.scope.local(node.type.name))
            return local->type;
        FL_TRY(const auto found, run.scope.find(node.type.name));
        if (found)
            return found->type;
    }
    return typeNamed(run, node.type);
}

Evaluator::Answer Evaluator::sizeOf(const Run& run, const ExpressionNode& node)
{
    FL_TRY(auto type, measuredType(run, node));
    const auto info = m_types.plain(type);
    if (info && (info->kind == object::TypeKind::LeftReference ||
                 info->kind == object::TypeKind::RightReference))
        type = {.entry = info->target};
    const auto size = m_types.sizeOf(type);
    if (!size)
        return unfit("the size of \"", m_types.nameOf(type), "\" is not known");
    return numberValue(wholeNumber(*size));
}

/// Of several functions with a name, one that does not fit gives way to the next if it is optional.
Evaluator::Answer Evaluator::call(const Run& run, const ExpressionNode& node)
{
    const auto functions = run.scope.intrinsics(node.text);
    if (functions.empty())
        return unfit("no function is called \"", node.text, "\"; those of the process do not run");
    for (std::size_t i = 0; i + 1 < functions.size(); ++i) {
        auto result = callOf(run, node, *functions[i]);
        if (result || !result.error().isUnfit || !functions[i]->isOptional)
            return result;
    }
    return callOf(run, node, *functions.back());
}

Evaluator::Answer
Evaluator::callOf(const Run& run, const ExpressionNode& node, const natvis::Intrinsic& function)
{
    const std::size_t first = node.isOfObject ? 1 : 0;
    if (function.parameters.size() != node.operands.size() - first)
        return unfit("\"", node.text, "\" has ", function.parameters.size(), " arguments");
    std::map<std::string, CppValue, std::less<>> arguments;
    for (std::size_t i = first; i < node.operands.size(); ++i) {
        FL_TRY(auto argument, this->node(run, node.operands[i]));
        arguments.emplace(function.parameters[i - first], std::move(argument));
    }
    std::optional<CppValue> object;
    if (node.isOfObject) {
        FL_TRY(object, this->node(run, node.operands[0]));
    }
    const auto scope = run.scope.inside(std::move(object), std::move(arguments));
    return evaluate(function.expression, *scope);
}

} // namespace faultline::variables
