// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/expression.h"

#include "core/base/hex.h"

#include <array>
#include <utility>

namespace faultline::query {

namespace {

using Kind = Expression::Kind;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool beginsName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

constexpr auto kComparisons = std::to_array<std::pair<std::string_view, Comparison>>({
    {"==", Comparison::Equal},
    {"!=", Comparison::Unequal},
    {"!~", Comparison::Lacks},
    {"<=", Comparison::AtMost},
    {">=", Comparison::AtLeast},
    {"<", Comparison::Less},
    {">", Comparison::Greater},
    {"~", Comparison::Contains},
});

/// One pass over the text.
class Parser
{
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Result<Expression> parse()
    {
        if (m_text.size() > kMostBytes)
            return fail(ErrorKind::TooLarge, "expression of more than ", kMostBytes, " bytes");
        FL_TRY(auto expression, postfix(0));
        skipSpaces();
        if (m_at != m_text.size())
            return unexpected();
        return expression;
    }

private:
    Result<Expression> postfix(std::uint32_t depth)
    {
        FL_TRY(auto expression, primary(depth));
        for (;;) {
            FL_CHECK(count());
            skipSpaces();
            const bool isPart = take("->");
            if (isPart || take(".")) {
                FL_TRY(auto member, name());
                expression = around(std::move(expression), isPart ? Kind::Part : Kind::Member);
                expression.text = std::move(member);
            } else if (take("[")) {
                FL_TRY(auto chosen, brackets(std::move(expression), depth));
                expression = std::move(chosen);
            } else if (take("{")) {
                FL_TRY(auto selected, chosen(depth + 1));
                expression = around(std::move(expression), Kind::Select);
                expression.chosen = std::move(selected);
            } else {
                return expression;
            }
        }
    }

    /// Every level adds one part, so depth and size of the tree have one limit.
    Result<void> count()
    {
        if (++m_count > kMostParts)
            return fail(ErrorKind::TooLarge, "expression of more than ", kMostParts, " parts");
        return {};
    }

    static Result<void> checkDepth(std::uint32_t depth)
    {
        if (depth > kDeepest)
            return fail(ErrorKind::TooLarge, "expression nested deeper than ", kDeepest);
        return {};
    }

    static Expression around(Expression base, Kind kind)
    {
        Expression whole{.kind = kind};
        whole.parts.push_back(std::move(base));
        return whole;
    }

    Result<Expression> primary(std::uint32_t depth)
    {
        skipSpaces();
        FL_CHECK(checkDepth(depth));
        if (take("(")) {
            FL_TRY(auto inside, postfix(depth + 1));
            FL_CHECK(expect(")"));
            return inside;
        }
        if (m_at < m_text.size() && beginsName(m_text[m_at]))
            return nameOrCall(depth);
        return literal();
    }

    Result<Expression> nameOrCall(std::uint32_t depth)
    {
        FL_TRY(auto text, name());
        if (text == "true" || text == "false")
            return Expression{.kind = Kind::Flag, .number = text == "true" ? 1U : 0U};
        if (text == "null")
            return Expression{.kind = Kind::Null};
        skipSpaces();
        if (!take("("))
            return Expression{.kind = Kind::Name, .text = std::move(text)};
        Expression call{.kind = Kind::Call, .text = std::move(text)};
        skipSpaces();
        if (take(")"))
            return call;
        for (;;) {
            FL_CHECK(count());
            FL_TRY(auto argument, postfix(depth + 1));
            call.parts.push_back(std::move(argument));
            skipSpaces();
            if (take(")"))
                return call;
            FL_CHECK(expect(","));
        }
    }

    Result<Expression> literal()
    {
        skipSpaces();
        if (take("\""))
            return text('"');
        if (take("'"))
            return text('\'');
        if (m_at < m_text.size() && isDigit(m_text[m_at])) {
            FL_TRY(const auto value, number());
            return Expression{.kind = Kind::Number, .number = value};
        }
        return unexpected();
    }

    /// A backslash keeps the next character as it is.
    Result<Expression> text(char quote)
    {
        Expression literal{.kind = Kind::Text};
        for (; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == quote) {
                ++m_at;
                return literal;
            }
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
                ++m_at;
            literal.text += m_text[m_at];
        }
        return fail(ErrorKind::Malformed, "text without end");
    }

    /// What stands in brackets: an index, a slice, "*" for all, or a condition.
    Result<Expression> brackets(Expression base, std::uint32_t depth)
    {
        skipSpaces();
        if (take("*")) {
            FL_CHECK(expect("]"));
            return around(std::move(base), Kind::Slice);
        }
        if (m_at < m_text.size() && beginsName(m_text[m_at]))
            return condition(std::move(base), depth);
        if (m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\''))
            return key(std::move(base));
        return indexes(std::move(base));
    }

    Result<Expression> key(Expression base)
    {
        auto chosen = around(std::move(base), Kind::Key);
        FL_TRY(auto name, literal());
        chosen.text = std::move(name.text);
        FL_CHECK(expect("]"));
        return chosen;
    }

    Result<Expression> indexes(Expression base)
    {
        auto chosen = around(std::move(base), Kind::Index);
        const bool hasBegin = m_at < m_text.size() && m_text[m_at] != ':';
        if (hasBegin) {
            FL_TRY(chosen.begin, signedNumber());
        }
        skipSpaces();
        if (take(":")) {
            chosen.kind = Kind::Slice;
            skipSpaces();
            if (m_at < m_text.size() && m_text[m_at] != ']') {
                FL_TRY(chosen.end, signedNumber());
            }
        }
        FL_CHECK(expect("]"));
        return chosen;
    }

    Result<Expression> condition(Expression base, std::uint32_t depth)
    {
        auto filter = around(std::move(base), Kind::Filter);
        FL_TRY(auto path, postfix(depth + 1));
        filter.parts.push_back(std::move(path));
        skipSpaces();
        for (const auto& [sign, comparison] : kComparisons) {
            if (!take(sign))
                continue;
            filter.comparison = comparison;
            FL_TRY(auto other, operand());
            filter.parts.push_back(std::move(other));
            break;
        }
        FL_CHECK(expect("]"));
        return filter;
    }

    Result<Expression> operand()
    {
        skipSpaces();
        if (m_at >= m_text.size() || !beginsName(m_text[m_at]))
            return literal();
        FL_TRY(auto word, nameOrCall(kDeepest));
        if (word.kind == Kind::Flag || word.kind == Kind::Null)
            return word;
        return fail(ErrorKind::Malformed,
                    "a member is compared with a number, a \"text\", true, false or null");
    }

    Result<std::vector<Chosen>> chosen(std::uint32_t depth)
    {
        FL_CHECK(checkDepth(depth));
        std::vector<Chosen> all;
        for (;;) {
            FL_CHECK(count());
            skipSpaces();
            FL_TRY(auto next, name());
            all.push_back({.name = std::move(next)});
            skipSpaces();
            if (take("{")) {
                FL_TRY(all.back().parts, chosen(depth + 1));
                skipSpaces();
            }
            if (take("}"))
                return all;
            FL_CHECK(expect(","));
        }
    }

    Result<std::string> name()
    {
        skipSpaces();
        const auto begin = m_at;
        while (m_at < m_text.size() && (beginsName(m_text[m_at]) || isDigit(m_text[m_at]) ||
                                        m_text.substr(m_at).starts_with("::")))
            m_at += m_text[m_at] == ':' ? 2 : 1;
        if (m_at == begin)
            return unexpected();
        return std::string(m_text.substr(begin, m_at - begin));
    }

    Result<std::int64_t> signedNumber()
    {
        skipSpaces();
        const bool isNegative = take("-");
        const auto begin = m_at;
        FL_TRY(const auto value, number());
        if (value > static_cast<std::uint64_t>(INT64_MAX))
            return fail(ErrorKind::Malformed, "no index at position ", begin);
        return isNegative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    }

    Result<std::uint64_t> number()
    {
        const auto begin = m_at;
        while (m_at < m_text.size() && (beginsName(m_text[m_at]) || isDigit(m_text[m_at])))
            ++m_at;
        const auto digits = m_text.substr(begin, m_at - begin);
        const auto value =
            digits.starts_with("0x") ? parseHex(digits.substr(2)) : parseDecimal(digits);
        if (!value)
            return fail(ErrorKind::Malformed, "no number at position ", begin);
        return *value;
    }

    void skipSpaces()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' ||
                                        m_text[m_at] == '\n' || m_text[m_at] == '\r'))
            ++m_at;
    }

    bool take(std::string_view text)
    {
        if (!m_text.substr(m_at).starts_with(text))
            return false;
        m_at += text.size();
        return true;
    }

    Result<void> expect(std::string_view text)
    {
        skipSpaces();
        return take(text) ? Result<void>() : unexpected();
    }

    std::unexpected<Error> unexpected() const
    {
        return m_at < m_text.size() ? fail(ErrorKind::Malformed, "unexpected '",
                                           m_text.substr(m_at, 1), "' at position ", m_at)
                                    : fail(ErrorKind::Malformed, "unexpected end");
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_count = 0;
};

} // namespace

Result<Expression> parseExpression(std::string_view text)
{
    return Parser(text).parse();
}

} // namespace faultline::query
