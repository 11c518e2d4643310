// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/natvis/type_pattern.h"

#include "core/base/hex.h"
#include "core/base/text.h"
#include "core/natvis/expression_tokens.h"

#include <algorithm>

namespace faultline::natvis {

namespace {

constexpr std::size_t kMaxArguments = 256;
constexpr std::uint32_t kMaxDepth = 32;

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The length of a number's suffix at the end of a word that begins with a digit.
std::size_t suffixLength(std::string_view word)
{
    std::size_t length = 0;
    while (length + 1 < word.size() &&
           std::string_view("uUlLzZ").contains(word[word.size() - 1 - length]))
        ++length;
    return length;
}

void appendWord(std::string_view word, std::string& name)
{
    if (word == "struct" || word == "class")
        return;
    if (isDigit(word.front()))
        word.remove_suffix(suffixLength(word));
    if (!name.empty() && isNameCharacter(name.back()))
        name += ' ';
    name += word;
}

bool matchName(std::string_view pattern,
               std::string_view name,
               std::vector<std::string>& captured,
               std::uint32_t depth);

bool matchArguments(const TemplateParts& pattern,
                    const TemplateParts& name,
                    std::vector<std::string>& captured,
                    std::uint32_t depth)
{
    if (pattern.hasArguments != name.hasArguments)
        return false;
    std::size_t i = 0;
    for (const auto wanted : pattern.arguments) {
        const bool isLast = i + 1 == pattern.arguments.size();
        if (i >= name.arguments.size())
            return isLast && wanted == "*";
        if (!matchName(wanted, name.arguments[i], captured, depth + 1))
            return false;
        ++i;
        if (!isLast || wanted != "*")
            continue;
        for (; i < name.arguments.size(); ++i)
            captured.emplace_back(trimAscii(name.arguments[i]));
    }
    return i == name.arguments.size();
}

/// The pattern is plain, the name as it is spelled.
bool matchName(std::string_view pattern,
               std::string_view name,
               std::vector<std::string>& captured,
               std::uint32_t depth)
{
    if (pattern == "*") {
        captured.emplace_back(trimAscii(name));
        return true;
    }
    if (pattern.find('*') == std::string_view::npos)
        return pattern == plainTypeName(name);
    if (depth > kMaxDepth)
        return false;
    const auto wanted = templateParts(pattern);
    const auto given = templateParts(name);
    if (!wanted || !given || wanted->head != plainTypeName(given->head))
        return false;
    if (!wanted->hasArguments)
        return !given->hasArguments;
    return matchArguments(*wanted, *given, captured, depth) &&
           matchName(wanted->rest, given->rest, captured, depth + 1);
}

} // namespace

std::string plainTypeName(std::string_view name)
{
    std::string plain;
    plain.reserve(name.size());
    for (std::size_t i = 0; i < name.size();) {
        if (isSpace(name[i])) {
            ++i;
            continue;
        }
        auto end = i;
        while (end < name.size() && isNameCharacter(name[end]))
            ++end;
        if (end == i)
            plain += name[i++];
        else
            appendWord(name.substr(i, end - i), plain);
        i = std::max(i, end);
    }
    return plain;
}

std::optional<TemplateParts> templateParts(std::string_view name)
{
    TemplateParts parts;
    const auto open = name.find('<');
    if (open == std::string_view::npos || name.substr(0, open).ends_with("operator")) {
        parts.head = name;
        return parts;
    }
    parts.head = name.substr(0, open);
    parts.hasArguments = true;
    int depth = 0;
    auto begin = open + 1;
    for (auto i = open; i < name.size(); ++i) {
        const char c = name[i];
        const bool isArrow = c == '>' && i > 0 && name[i - 1] == '-';
        depth += c == '<' || c == '(' || c == '[' || c == '{' ? 1 : 0;
        depth -= (c == '>' && !isArrow) || c == ')' || c == ']' || c == '}' ? 1 : 0;
        const bool isEnd = depth == 0;
        if (!isEnd && (c != ',' || depth != 1))
            continue;
        const auto argument = trimAscii(name.substr(begin, i - begin));
        if (!argument.empty() || !isEnd || !parts.arguments.empty())
            parts.arguments.push_back(argument);
        begin = i + 1;
        if (parts.arguments.size() > kMaxArguments)
            return std::nullopt;
        if (isEnd) {
            parts.rest = name.substr(i + 1);
            return parts;
        }
    }
    return std::nullopt;
}

TypePattern::TypePattern(std::string_view name)
    : m_name(plainTypeName(name)), m_head(m_name.substr(0, m_name.find('<')))
{
}

std::optional<std::vector<std::string>> TypePattern::match(std::string_view name) const
{
    std::vector<std::string> captured;
    if (isOpen()) {
        const auto star = m_name.find('*');
        const auto before = std::string_view(m_name).substr(0, star);
        const auto after = std::string_view(m_name).substr(star + 1);
        const auto plain = plainTypeName(name);
        if (plain.size() < before.size() + after.size() || !plain.starts_with(before) ||
            !plain.ends_with(after))
            return std::nullopt;
        captured.push_back(plain.substr(star, plain.size() - before.size() - after.size()));
        return captured;
    }
    if (!matchName(m_name, name, captured, 0))
        return std::nullopt;
    return captured;
}

std::optional<std::string> withArguments(std::string_view text,
                                         const std::vector<std::string>& arguments)
{
    std::string result;
    for (;;) {
        const auto at = text.find("$T");
        result += text.substr(0, at);
        if (at == std::string_view::npos)
            return result;
        text.remove_prefix(at + 2);
        std::size_t digits = 0;
        while (digits < text.size() && isDigit(text[digits]))
            ++digits;
        const auto number = parseDecimal(text.substr(0, digits));
        if (!number || *number == 0 || *number > arguments.size())
            return std::nullopt;
        result += arguments[static_cast<std::size_t>(*number) - 1];
        text.remove_prefix(digits);
    }
}

} // namespace faultline::natvis
