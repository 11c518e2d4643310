// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace faultline::redact {

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool isHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Letters, digits, '_' and all bytes of characters beyond ASCII.
constexpr bool isWordByte(char c)
{
    return isLetter(c) || isDigit(c) || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

constexpr bool isOneOf(char c, std::string_view set)
{
    return set.find(c) != std::string_view::npos;
}

/// The byte at a position; NUL beyond the end.
constexpr char byteAt(std::string_view text, std::size_t at)
{
    return at < text.size() ? text[at] : '\0';
}

/// The byte before a position; NUL at the beginning.
constexpr char byteBefore(std::string_view text, std::size_t at)
{
    return at > 0 ? text[at - 1] : '\0';
}

/// The number of word bytes with which a text begins.
constexpr std::size_t wordLength(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::find_if_not(text, isWordByte) - text.begin());
}

} // namespace faultline::redact
