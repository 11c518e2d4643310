// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hex.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace faultline::breakpad {

/// Returns the lines of a text one by one, without their ends (LF or CRLF).
class LineScanner
{
public:
    explicit LineScanner(std::string_view text, std::size_t offset = 0)
        : m_text(text), m_next(offset)
    {
    }

    bool atEnd() const { return m_next >= m_text.size(); }

    /// Offset of the last line returned.
    std::size_t offset() const { return m_offset; }

    std::string_view next()
    {
        m_offset = m_next;
        const char* const begin = m_text.data() + m_next;
        const std::size_t left = m_text.size() - m_next;
        const void* const end = left == 0 ? nullptr : std::memchr(begin, '\n', left);
        std::size_t length =
            end == nullptr ? left : static_cast<std::size_t>(static_cast<const char*>(end) - begin);
        m_next += length + (end == nullptr ? 0 : 1);
        while (length > 0 && begin[length - 1] == '\r')
            --length;
        return {begin, length};
    }

private:
    std::string_view m_text;
    std::size_t m_next = 0;
    std::size_t m_offset = 0;
};

/// Reads the fields of a record from left to right. Blanks separate fields. Failure is sticky.
class FieldReader
{
public:
    explicit FieldReader(std::string_view record) : m_rest(record) {}

    bool ok() const { return m_ok; }

    void setFailed() { m_ok = false; }

    bool atEnd()
    {
        skipBlanks();
        return m_rest.empty();
    }

    /// Reads a word; an empty word is a failure.
    std::string_view word()
    {
        skipBlanks();
        std::size_t length = 0;
        while (length < m_rest.size() && m_rest[length] != ' ' && m_rest[length] != '\t')
            ++length;
        const std::string_view taken = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        m_ok = m_ok && length > 0;
        return taken;
    }

    /// Skips the next word if it equals `wanted`.
    bool accept(std::string_view wanted)
    {
        FieldReader ahead = *this;
        if (ahead.atEnd() || ahead.word() != wanted)
            return false;
        m_rest = ahead.m_rest;
        return true;
    }

    std::uint64_t hex() { return numberOr(parseHex(word())); }

    std::uint64_t decimal() { return numberOr(parseDecimal(word())); }

    /// Reads a decimal line number. Negative numbers, which some producers write, and numbers
    /// beyond 32 bits count as 0.
    std::uint32_t lineNumber()
    {
        const std::string_view text = word();
        if (text.starts_with('-')) {
            numberOr(parseDecimal(text.substr(1)));
            return 0;
        }
        const std::uint64_t number = numberOr(parseDecimal(text));
        return number <= 0xffffffff ? static_cast<std::uint32_t>(number) : 0;
    }

    /// The remaining text; `absent` when there is none.
    std::string_view rest(std::string_view absent)
    {
        skipBlanks();
        return m_rest.empty() ? absent : m_rest;
    }

private:
    void skipBlanks()
    {
        while (!m_rest.empty() && (m_rest.front() == ' ' || m_rest.front() == '\t'))
            m_rest.remove_prefix(1);
    }

    std::uint64_t numberOr(std::optional<std::uint64_t> number)
    {
        m_ok = m_ok && number.has_value();
        return number.value_or(0);
    }

    std::string_view m_rest;
    bool m_ok = true;
};

inline constexpr std::string_view kUnknownName = "<unknown>";

/// An INLINE_ORIGIN record after its id: a name. The form of 2021 has the number of the inline
/// function's file before the name, -1 if it has none.
struct InlineOrigin
{
    std::string_view name;
    std::optional<std::uint64_t> file;
    bool isOfOldForm = false;
};

inline InlineOrigin readInlineOrigin(std::string_view text)
{
    FieldReader fields(text);
    const auto first = fields.word();
    const auto file = parseDecimal(first);
    if ((!file && first != "-1") || fields.atEnd())
        return {.name = text, .file = {}};
    return {.name = fields.rest(kUnknownName), .file = file, .isOfOldForm = true};
}

} // namespace faultline::breakpad
