// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/natvis/expression_parser.h"

#include "core/base/hex.h"
#include "core/base/nesting.h"

#include <array>
#include <charconv>

namespace faultline::natvis {

namespace {

struct BinarySign
{
    std::string_view sign;
    Operator op;
    int level; ///< A higher one binds more tightly.
};

/// Longer signs come first.
constexpr std::array<BinarySign, 18> kBinarySigns{{{"<<", Operator::ShiftLeft, 8},
                                                   {">>", Operator::ShiftRight, 8},
                                                   {"<=", Operator::LessEqual, 7},
                                                   {">=", Operator::GreaterEqual, 7},
                                                   {"==", Operator::Equal, 6},
                                                   {"!=", Operator::NotEqual, 6},
                                                   {"&&", Operator::And, 2},
                                                   {"||", Operator::Or, 1},
                                                   {"*", Operator::Multiply, 10},
                                                   {"/", Operator::Divide, 10},
                                                   {"%", Operator::Remainder, 10},
                                                   {"+", Operator::Add, 9},
                                                   {"-", Operator::Subtract, 9},
                                                   {"<", Operator::Less, 7},
                                                   {">", Operator::Greater, 7},
                                                   {"&", Operator::BitAnd, 5},
                                                   {"^", Operator::BitXor, 4},
                                                   {"|", Operator::BitOr, 3}}};

struct UnarySign
{
    std::string_view sign;
    Operator op;
};

constexpr std::array<UnarySign, 8> kUnarySigns{{{"++", Operator::Increment},
                                                {"--", Operator::Decrement},
                                                {"*", Operator::Dereference},
                                                {"&", Operator::AddressOf},
                                                {"!", Operator::Not},
                                                {"~", Operator::Complement},
                                                {"-", Operator::Minus},
                                                {"+", Operator::Plus}}};

/// Is the sign at the beginning of `rest` a binary operator, and not that of an assignment?
const BinarySign* signOf(std::string_view rest)
{
    for (const auto& sign : kBinarySigns) {
        if (!rest.starts_with(sign.sign))
            continue;
        const auto after = rest.substr(sign.sign.size());
        const bool isComparison = sign.level == 6 || sign.level == 7;
        return after.starts_with('=') && !isComparison ? nullptr : &sign;
    }
    return nullptr;
}

} // namespace

ExpressionParser::Node ExpressionParser::add(ExpressionNode node)
{
    if (m_made.nodes.size() == kMaxNodes)
        return fail(ErrorKind::Malformed, "expression of more than ", kMaxNodes, " parts");
    m_made.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(m_made.nodes.size() - 1);
}

std::unexpected<Error> ExpressionParser::unexpected()
{
    if (m_scan.atEnd())
        return fail(ErrorKind::Malformed, "unexpected end");
    return fail(ErrorKind::Malformed, "unexpected '", m_scan.rest().substr(0, 1), "' at position ",
                m_scan.at());
}

Result<CppExpression> ExpressionParser::parse()
{
    if (m_text.size() > kMaxBytes)
        return fail(ErrorKind::Malformed, "expression longer than ", kMaxBytes, " bytes");
    FL_TRY(m_made.root, assignment());
    FL_CHECK(end());
    if (!m_scan.atEnd())
        return unexpected();
    m_made.source = m_text;
    return std::move(m_made);
}

ExpressionParser::Node ExpressionParser::assignment()
{
    const Nesting nesting(m_depth);
    if (m_depth > kMaxDepth)
        return fail(ErrorKind::Malformed, "expression nested deeper than ", kMaxDepth);
    FL_TRY(const auto target, conditional());
    for (const auto& sign : kBinarySigns) {
        const bool isComparison = sign.level == 6 || sign.level == 7;
        const auto rest = m_scan.rest();
        if (isComparison || !rest.starts_with(sign.sign) ||
            !rest.substr(sign.sign.size()).starts_with('='))
            continue;
        m_scan.goTo(m_scan.at() + sign.sign.size() + 1);
        FL_TRY(const auto change, assignment());
        FL_TRY(const auto value,
               add({.kind = Kind::Binary, .op = sign.op, .operands = {target, change}}));
        return add({.kind = Kind::Binary, .op = Operator::Assign, .operands = {target, value}});
    }
    if (m_scan.next() != '=' || !m_scan.take("="))
        return target;
    FL_TRY(const auto value, assignment());
    return add({.kind = Kind::Binary, .op = Operator::Assign, .operands = {target, value}});
}

ExpressionParser::Node ExpressionParser::conditional()
{
    const Nesting nesting(m_depth);
    if (m_depth > kMaxDepth)
        return fail(ErrorKind::Malformed, "expression nested deeper than ", kMaxDepth);
    FL_TRY(const auto condition, binary(1));
    if (!m_scan.take("?"))
        return condition;
    FL_TRY(const auto chosen, conditional());
    if (!m_scan.take(":"))
        return unexpected();
    FL_TRY(const auto otherwise, conditional());
    return add({.kind = Kind::Conditional, .operands = {condition, chosen, otherwise}});
}

ExpressionParser::Node ExpressionParser::binary(int lowest)
{
    FL_TRY(auto left, unary());
    for (;;) {
        m_scan.skipSpaces();
        const auto* sign = signOf(m_scan.rest());
        if (sign == nullptr || sign->level < lowest)
            return left;
        m_scan.goTo(m_scan.at() + sign->sign.size());
        FL_TRY(const auto right, binary(sign->level + 1));
        FL_TRY(left, add({.kind = Kind::Binary, .op = sign->op, .operands = {left, right}}));
    }
}

ExpressionParser::Node ExpressionParser::unary()
{
    const Nesting nesting(m_depth);
    if (m_depth > kMaxDepth)
        return fail(ErrorKind::Malformed, "expression nested deeper than ", kMaxDepth);
    for (const auto& [sign, op] : kUnarySigns) {
        if (!m_scan.take(sign))
            continue;
        FL_TRY(const auto operand, unary());
        return add({.kind = Kind::Unary, .op = op, .operands = {operand}});
    }
    if (m_scan.takeWord("sizeof"))
        return sizeOf();
    return m_scan.next() == '(' ? cast() : postfix();
}

/// "(T)x", or an expression in parentheses.
ExpressionParser::Node ExpressionParser::cast()
{
    const auto begin = m_scan.at();
    m_scan.take("(");
    if (auto type = typeBefore(")"); type && isCast(*type)) {
        FL_TRY(const auto operand, unary());
        return add({.kind = Kind::Cast, .type = *std::move(type), .operands = {operand}});
    }
    m_scan.goTo(begin);
    return postfix();
}

/// A name in parentheses is a cast if it can be nothing else but a type, or if what follows would
/// not follow a value.
bool ExpressionParser::isCast(const TypeText& type)
{
    const char next = m_scan.next();
    if (next == '\0' || next == ')' || next == ']' || next == ',')
        return false;
    const bool isCertain = type.pointers > 0 || type.isReference ||
                           type.name.find('<') != std::string::npos || isBuiltInWord(type.name) ||
                           type.name.find(' ') != std::string::npos;
    const bool beginsValue = isNameCharacter(next) || next == '(' || next == '\'';
    if (isCertain)
        return beginsValue || next == '*' || next == '&' || next == '-' || next == '~' ||
               next == '!' || next == '+';
    return beginsValue;
}

ExpressionParser::Node ExpressionParser::sizeOf()
{
    const auto begin = m_scan.at();
    if (m_scan.take("(")) {
        if (auto type = typeBefore(")"))
            return add({.kind = Kind::SizeOf, .type = *std::move(type)});
        m_scan.goTo(begin);
    }
    FL_TRY(const auto operand, unary());
    return add({.kind = Kind::SizeOf, .operands = {operand}});
}

ExpressionParser::Node ExpressionParser::postfix()
{
    FL_TRY(const auto first, primary());
    return postfixOf(first);
}

ExpressionParser::Node ExpressionParser::postfixOf(std::uint32_t first)
{
    auto value = first;
    for (;;) {
        if (m_scan.take("[")) {
            FL_TRY(const auto index, conditional());
            if (!m_scan.take("]"))
                return unexpected();
            FL_TRY(value, add({.kind = Kind::Index, .operands = {value, index}}));
        } else if (m_scan.take("++") || m_scan.take("--")) {
            const bool isUp = m_scan.between(m_scan.at() - 1, m_scan.at()) == "+";
            FL_TRY(value, add({.kind = Kind::Unary,
                               .op = isUp ? Operator::IncrementAfter : Operator::DecrementAfter,
                               .operands = {value}}));
        } else if (const bool isArrow = m_scan.take("->"); isArrow || m_scan.take(".")) {
            FL_TRY(auto text, memberName());
            if (m_scan.next() == '(' && !isArrow) {
                FL_TRY(value, call(std::move(text), value));
                continue;
            }
            FL_TRY(value, add({.kind = isArrow ? Kind::Arrow : Kind::Member,
                               .text = std::move(text),
                               .operands = {value}}));
        } else {
            return value;
        }
    }
}

/// A member's name, with the scopes before it. Members of tuples have numbers in some languages.
Result<std::string> ExpressionParser::memberName()
{
    std::string name;
    m_scan.skipSpaces();
    if (!takeQualifiedName(name))
        return unexpected();
    return name;
}

ExpressionParser::Node ExpressionParser::primary()
{
    const char next = m_scan.next();
    if (next == '(')
        return enclosed();
    if (isDigit(next) ||
        (next == '.' && isDigit(m_scan.rest().substr(1, 1).empty() ? '\0' : m_scan.rest()[1])))
        return number();
    if (next == '\'')
        return character();
    return next == '"' ? literal() : name();
}

ExpressionParser::Node ExpressionParser::enclosed()
{
    m_scan.take("(");
    FL_TRY(const auto inner, conditional());
    if (!m_scan.take(")"))
        return unexpected();
    return inner;
}

ExpressionParser::Node ExpressionParser::name()
{
    for (const std::string_view word :
         {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"}) {
        if (m_scan.takeWord(word))
            return namedCast(word == "reinterpret_cast");
    }
    if (m_scan.takeWord("true"))
        return add({.kind = Kind::Boolean, .number = 1});
    if (m_scan.takeWord("false"))
        return add({.kind = Kind::Boolean, .number = 0});
    if (m_scan.takeWord("nullptr"))
        return add({.kind = Kind::Null});
    std::string text;
    if (!takeQualifiedName(text))
        return unexpected();
    if (m_scan.next() != '(')
        return add({.kind = Kind::Name, .text = std::move(text)});
    return call(std::move(text), std::nullopt);
}

ExpressionParser::Node ExpressionParser::call(std::string text, std::optional<std::uint32_t> object)
{
    ExpressionNode node{
        .kind = Kind::Call, .isOfObject = object.has_value(), .text = std::move(text)};
    if (object)
        node.operands.push_back(*object);
    m_scan.take("(");
    while (!m_scan.take(")")) {
        FL_TRY(const auto argument, conditional());
        node.operands.push_back(argument);
        if (!m_scan.take(",") && m_scan.next() != ')')
            return unexpected();
    }
    return add(std::move(node));
}

ExpressionParser::Node ExpressionParser::namedCast(bool isReinterpreted)
{
    if (!m_scan.take("<"))
        return unexpected();
    auto type = typeBefore(">");
    if (!type || m_scan.next() != '(')
        return unexpected();
    FL_TRY(const auto operand, enclosed());
    return add({.kind = Kind::Cast,
                .isReinterpreted = isReinterpreted,
                .type = *std::move(type),
                .operands = {operand}});
}

namespace {

std::optional<std::uint64_t> octal(std::string_view digits)
{
    std::uint64_t value = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
    const bool isWhole = end.ec == std::errc() && end.ptr == digits.data() + digits.size();
    return isWhole ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> wholeNumber(std::string_view word)
{
    if (word.starts_with("0x") || word.starts_with("0X"))
        return parseHex(word.substr(2));
    return word.size() > 1 && word.front() == '0' ? octal(word.substr(1)) : parseDecimal(word);
}

/// The first type that can hold the number ([lex.icon]); only numbers that are not decimal may
/// become unsigned of themselves.
void setRank(bool isDecimal, ExpressionNode& node)
{
    constexpr std::uint64_t kMaxInt = 0x7fffffff;
    constexpr std::uint64_t kMaxUnsigned = 0xffffffff;
    constexpr std::uint64_t kMaxLong = 0x7fffffffffffffff;
    if (node.number > kMaxLong)
        node.isUnsigned = true;
    if (!isDecimal && !node.isLong && node.number > kMaxInt && node.number <= kMaxUnsigned)
        node.isUnsigned = true;
    node.isLong = node.isLong || node.number > (node.isUnsigned ? kMaxUnsigned : kMaxInt);
}

} // namespace

ExpressionParser::Node ExpressionParser::number()
{
    const auto begin = m_scan.at();
    const auto rest = m_scan.rest();
    const bool isHex = rest.starts_with("0x") || rest.starts_with("0X");
    auto word = m_scan.word();
    const bool isFraction = !isHex && m_scan.rest().starts_with('.');
    if (isFraction || (!isHex && word.find_first_of("eE") != std::string_view::npos)) {
        ExpressionNode node{.kind = Kind::Floating};
        const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), node.floating);
        if (end.ec != std::errc())
            return fail(ErrorKind::Malformed, "no number at position ", begin);
        m_scan.goTo(begin + static_cast<std::size_t>(end.ptr - rest.data()));
        m_scan.take("f");
        return add(std::move(node));
    }
    ExpressionNode node{.kind = Kind::Integer};
    while (!word.empty() && std::string_view("uUlLzZ").contains(word.back())) {
        node.isUnsigned = node.isUnsigned || word.back() == 'u' || word.back() == 'U';
        node.isLong = node.isLong || word.back() == 'l' || word.back() == 'L';
        word.remove_suffix(1);
    }
    const auto value = word.empty() ? std::nullopt : wholeNumber(word);
    if (!value)
        return fail(ErrorKind::Malformed, "no number at position ", begin);
    node.number = *value;
    setRank(word.front() != '0', node);
    return add(std::move(node));
}

ExpressionParser::Node ExpressionParser::character()
{
    const auto begin = m_scan.at();
    const auto rest = m_scan.rest();
    const bool isEscaped = rest.size() > 1 && rest[1] == '\\';
    const std::size_t length = isEscaped ? 4 : 3;
    if (rest.size() < length || rest[length - 1] != '\'')
        return fail(ErrorKind::Malformed, "no character at position ", begin);
    char value = rest[length - 2];
    if (isEscaped) {
        constexpr std::string_view kNames = "0nrtabfv\\'\"";
        constexpr std::string_view kCodes("\0\n\r\t\a\b\f\v\\'\"", kNames.size());
        const auto which = kNames.find(value);
        if (which == std::string_view::npos)
            return fail(ErrorKind::Malformed, "no character at position ", begin);
        value = kCodes[which];
    }
    m_scan.goTo(begin + length);
    return add({.kind = Kind::Character, .number = static_cast<unsigned char>(value)});
}

/// A text in quotation marks. One with escapes is refused.
ExpressionParser::Node ExpressionParser::literal()
{
    const auto begin = m_scan.at() + 1;
    const auto length = m_scan.rest().substr(1).find_first_of("\"\\");
    if (length == std::string_view::npos || m_scan.rest()[length + 1] != '"')
        return unexpected();
    m_scan.goTo(begin + length + 1);
    return add({.kind = Kind::Text, .text = std::string(m_scan.between(begin, begin + length))});
}

Result<CppExpression> parseExpression(std::string_view text)
{
    return ExpressionParser(text).parse();
}

Result<TypeText> parseType(std::string_view text)
{
    return ExpressionParser(text).parseType();
}

} // namespace faultline::natvis
