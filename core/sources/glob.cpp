#include "core/sources/glob.h"

#include "core/base/text.h"

#include <algorithm>

namespace faultline::sources {

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

char raised(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

} // namespace

/// `position` is after the '[' and is moved after the ']'. A ']' directly at the start is a member.
Result<Glob::Token> Glob::parseClass(std::string_view pattern, std::size_t& position)
{
    Token token{.kind = Token::Kind::Class, .literal = 0, .negated = false, .ranges = {}};
    const auto start = position - 1;
    if (position < pattern.size() && pattern[position] == '!') {
        token.negated = true;
        ++position;
    }
    const auto end = pattern.find(']', position + 1);
    if (end == std::string_view::npos)
        return fail(ErrorKind::Malformed, "glob: '[' at position ", start, " is not closed");
    while (position < end) {
        const char first = pattern[position];
        const bool isRange = position + 2 < end && pattern[position + 1] == '-';
        token.ranges.push_back({first, isRange ? pattern[position + 2] : first});
        position += isRange ? 3 : 1;
    }
    ++position;
    return token;
}

Result<Glob> Glob::parse(std::string_view pattern)
{
    std::vector<Token> tokens;
    std::size_t position = 0;
    while (position < pattern.size()) {
        const char c = pattern[position++];
        if (c == '[') {
            FL_TRY(auto token, parseClass(pattern, position));
            tokens.push_back(std::move(token));
        } else if (c == '?') {
            tokens.push_back(
                {.kind = Token::Kind::AnyOne, .literal = 0, .negated = false, .ranges = {}});
        } else if (c != '*') {
            tokens.push_back({.kind = Token::Kind::Literal,
                              .literal = lowered(c),
                              .negated = false,
                              .ranges = {}});
        } else if (position == pattern.size() || pattern[position] != '*') {
            tokens.push_back(
                {.kind = Token::Kind::AnyRun, .literal = 0, .negated = false, .ranges = {}});
        } else {
            const bool opens = position == 1 || pattern[position - 2] == '/';
            ++position;
            const bool closes = position == pattern.size() || pattern[position] == '/';
            if (!opens || !closes)
                return fail(ErrorKind::Malformed, "glob: '**' at position ", position - 2,
                            " is not a whole path component");
            position += position < pattern.size() ? 1 : 0;
            tokens.push_back(
                {.kind = Token::Kind::Components, .literal = 0, .negated = false, .ranges = {}});
        }
    }
    return Glob(std::move(tokens));
}

bool Glob::matchesOne(const Token& token, char c)
{
    switch (token.kind) {
    case Token::Kind::Literal: return token.literal == lowered(c);
    case Token::Kind::Class: {
        const auto contains = [&token](char member) {
            return std::ranges::any_of(
                token.ranges, [member](Range r) { return member >= r.first && member <= r.last; });
        };
        return (contains(lowered(c)) || contains(raised(c))) != token.negated;
    }
    default: return true;
    }
}

/// Follows all possible matches in parallel. `at[i]`: everything before token i has matched.
/// `inside[i]`: a run of components is inside one, where it may end only with the text.
bool Glob::matches(std::string_view text) const
{
    const auto count = m_tokens.size();
    const auto mayBeEmpty = [this](std::size_t i) {
        return m_tokens[i].kind == Token::Kind::AnyRun ||
               m_tokens[i].kind == Token::Kind::Components;
    };
    const auto spread = [&](std::vector<char>& at) {
        for (std::size_t i = 0; i < count; ++i) {
            if (at[i] != 0 && mayBeEmpty(i))
                at[i + 1] = 1;
        }
    };

    std::vector<char> at(count + 1, 0);
    std::vector<char> inside(count + 1, 0);
    at[0] = 1;
    spread(at);
    for (const char c : text) {
        std::vector<char> nextAt(count + 1, 0);
        std::vector<char> nextInside(count + 1, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const auto kind = m_tokens[i].kind;
            if (kind == Token::Kind::Components && (at[i] != 0 || inside[i] != 0))
                (c == '/' ? nextAt : nextInside)[i] = 1;
            else if (kind == Token::Kind::AnyRun && at[i] != 0)
                nextAt[i] = 1;
            else if (at[i] != 0 && matchesOne(m_tokens[i], c))
                nextAt[i + 1] = 1;
        }
        spread(nextAt);
        at.swap(nextAt);
        inside.swap(nextInside);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (inside[i] != 0)
            at[i + 1] = 1;
        if (at[i] != 0 && mayBeEmpty(i))
            at[i + 1] = 1;
    }
    return at[count] != 0;
}

} // namespace faultline::sources
