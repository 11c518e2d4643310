// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/line_scanner.h"

#include "core/base/find_part.h"
#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>

namespace faultline::nativetext {

namespace {

constexpr std::size_t kMaxHexDigits = 16;

bool isWordCharacter(char c)
{
    return isDecimalDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

} // namespace

bool isDecimalDigit(char c)
{
    return c >= '0' && c <= '9';
}

LineScanner& LineScanner::blanks()
{
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t"), m_rest.size()));
    return *this;
}

bool LineScanner::take(std::string_view text)
{
    if (!m_rest.starts_with(text))
        return false;
    m_rest.remove_prefix(text.size());
    return true;
}

std::optional<std::uint64_t> LineScanner::hex()
{
    auto digits = m_rest.starts_with("0x") || m_rest.starts_with("0X") ? m_rest.substr(2) : m_rest;
    std::size_t count = 0;
    while (count < digits.size() && count <= kMaxHexDigits && hexValue(digits[count]) >= 0)
        ++count;
    if (count == 0 || count > kMaxHexDigits ||
        (count < digits.size() && isWordCharacter(digits[count])))
        return std::nullopt;
    const auto value = parseHex(digits.substr(0, count));
    if (value)
        m_rest = digits.substr(count);
    return value;
}

std::optional<std::uint64_t> LineScanner::prefixedHex()
{
    return m_rest.starts_with("0x") ? hex() : std::nullopt;
}

std::optional<std::uint64_t> LineScanner::decimal()
{
    std::size_t count = 0;
    while (count < m_rest.size() && isDecimalDigit(m_rest[count]))
        ++count;
    const auto value = parseDecimal(m_rest.substr(0, count));
    if (value)
        m_rest.remove_prefix(count);
    return value;
}

std::string_view LineScanner::word()
{
    const auto found = m_rest.substr(0, std::min(m_rest.find_first_of(" \t"), m_rest.size()));
    m_rest.remove_prefix(found.size());
    return found;
}

std::optional<std::string_view> LineScanner::until(std::string_view end)
{
    const auto at = findPart(m_rest, end);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto found = m_rest.substr(0, at);
    m_rest.remove_prefix(at + end.size());
    return found;
}

std::optional<std::uint64_t> parseNumber(std::string_view text)
{
    if (text.starts_with("0x") || text.starts_with("0X"))
        return parseHex(text.substr(2));
    return parseDecimal(text);
}

std::optional<std::string_view>
between(std::string_view text, std::string_view open, std::string_view close)
{
    LineScanner scanner(text);
    return scanner.until(open) ? scanner.until(close) : std::nullopt;
}

bool has(std::string_view text, std::string_view part)
{
    return findPart(text, part) != std::string_view::npos;
}

std::optional<LastGroup> lastGroup(std::string_view text)
{
    if (!text.ends_with(')'))
        return std::nullopt;
    std::size_t depth = 0;
    for (auto i = text.size(); i-- > 0;) {
        depth += text[i] == ')' ? 1 : 0;
        if (text[i] == '(' && --depth == 0) {
            const auto before = text.substr(0, i);
            const auto end = before.find_last_not_of(" \t");
            return LastGroup{before.substr(0, end == std::string_view::npos ? 0 : end + 1),
                             text.substr(i + 1, text.size() - i - 2)};
        }
    }
    return std::nullopt;
}

} // namespace faultline::nativetext
