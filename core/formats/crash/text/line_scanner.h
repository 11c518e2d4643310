// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// Reads the parts of one line from left to right. A part that is not there leaves the position
/// where it was.
class LineScanner
{
public:
    explicit LineScanner(std::string_view line) : m_rest(line) {}

    std::string_view rest() const { return m_rest; }

    bool atEnd() const { return m_rest.empty(); }

    LineScanner& blanks();
    bool take(std::string_view text);
    /// "0x1f" or "1f": at least one and at most sixteen digits. The character after them is no
    /// letter and no digit.
    std::optional<std::uint64_t> hex();
    /// "0x1f" only.
    std::optional<std::uint64_t> prefixedHex();
    std::optional<std::uint64_t> decimal();
    /// The text up to the next blank or the end; empty at a blank.
    std::string_view word();
    /// The text before `end`, which is taken too.
    std::optional<std::string_view> until(std::string_view end);

private:
    std::string_view m_rest;
};

/// "0x1f" or "31", the whole text.
std::optional<std::uint64_t> parseNumber(std::string_view text);

bool isDecimalDigit(char c);

/// The text between the first `open` and the next `close` after it; absent when one is missing.
std::optional<std::string_view>
between(std::string_view text, std::string_view open, std::string_view close);

/// Is `part` in the text?
bool has(std::string_view text, std::string_view part);

/// A text that ends in a group of balanced brackets, "name (a (b))", taken apart.
struct LastGroup
{
    std::string_view before; ///< Without blanks at its end.
    std::string_view inside;
};

std::optional<LastGroup> lastGroup(std::string_view text);

} // namespace faultline::nativetext
