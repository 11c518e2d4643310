// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"

#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace faultline::json {

namespace {

struct TextPosition
{
    std::uint32_t line = 1;
    std::uint32_t column = 0;
};

/// Counts what the parser has consumed, because its events carry no positions.
class CountingIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, TextPosition* position) : m_at(at), m_position(position) {}

    reference operator*() const { return *m_at; }

    CountingIterator& operator++()
    {
        if (*m_at == '\n') {
            ++m_position->line;
            m_position->column = 0;
        } else {
            ++m_position->column;
        }
        ++m_at;
        return *this;
    }

    CountingIterator operator++(int)
    {
        auto before = *this;
        ++*this;
        return before;
    }

    friend bool operator==(const CountingIterator& a, const CountingIterator& b)
    {
        return a.m_at == b.m_at;
    }

private:
    const char* m_at;
    TextPosition* m_position;
};

/// Receives nlohmann/json's events; the method names are that library's.
class DocumentBuilder
{
public:
    using number_integer_t = std::int64_t;
    using number_unsigned_t = std::uint64_t;
    using number_float_t = double;
    using string_t = std::string;
    using binary_t = nlohmann::json::binary_t;

    DocumentBuilder(const JsonLimits& limits, const TextPosition& position)
        : m_limits(limits), m_position(position)
    {
    }

    bool null()
    {
        return add([&] { m_document.addNull(); });
    }

    bool boolean(bool value)
    {
        return add([&] { m_document.addBool(value); });
    }

    bool number_integer(number_integer_t value)
    {
        return add([&] { m_document.addSigned(value); });
    }

    bool number_unsigned(number_unsigned_t value)
    {
        return add([&] { m_document.addUnsigned(value); });
    }

    bool number_float(number_float_t, const string_t& asWritten)
    {
        return add([&] { m_document.addReal(asWritten); });
    }

    bool string(string_t& value)
    {
        return add([&] { m_document.addString(value); });
    }

    bool binary(binary_t&) { return refuse("binary values are not part of json"); }

    bool start_object(std::size_t)
    {
        return open([&] { m_document.beginObject(); });
    }

    bool key(string_t& name)
    {
        m_document.addKey(name);
        return true;
    }

    bool end_object() { return close(); }

    bool start_array(std::size_t)
    {
        return open([&] { m_document.beginArray(); });
    }

    bool end_array() { return close(); }

    bool parse_error(std::size_t, const std::string& lastToken, const nlohmann::json::exception&)
    {
        return refuse(lastToken.empty() ? "unexpected end of text" : "unexpected text");
    }

    Result<JsonDocument> take()
    {
        if (m_error.empty())
            return std::move(m_document);
        return fail(ErrorKind::Malformed, m_error, " at line ", m_position.line, " column ",
                    m_position.column);
    }

private:
    template <class Add>
    bool add(Add addValue)
    {
        if (m_document.nodeCount() >= m_limits.maxValues)
            return refuse("too many values");
        m_document.setPosition(m_position.line, m_position.column);
        addValue();
        return true;
    }

    template <class Open>
    bool open(Open openValue)
    {
        if (m_document.depth() >= m_limits.maxDepth)
            return refuse("recursion limit exceeded");
        return add(openValue);
    }

    bool close()
    {
        m_document.end();
        return true;
    }

    bool refuse(std::string_view reason)
    {
        if (m_error.empty())
            m_error = reason;
        return false;
    }

    const JsonLimits& m_limits;
    const TextPosition& m_position;
    JsonDocument m_document;
    std::string m_error;
};

constexpr std::size_t kEscapeBytes = 6; // "\\ud83d"

/// The value of an escape for a UTF-16 unit at the start of a text.
std::optional<std::uint32_t> escapedUnit(std::string_view text)
{
    constexpr std::size_t kPrefixBytes = 2;
    if (text.size() < kEscapeBytes || !text.starts_with("\\u"))
        return std::nullopt;
    std::uint32_t unit = 0;
    const auto* end = text.data() + kEscapeBytes;
    const auto parsed = std::from_chars(text.data() + kPrefixBytes, end, unit, 16);
    return parsed.ptr == end ? std::optional(unit) : std::nullopt;
}

bool isHighHalf(std::uint32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

bool isLowHalf(std::uint32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

/// A text that was cut in the middle of a character ends in half of it, which JSON.stringify()
/// writes as an escape. It becomes U+FFFD, which is as long, so that positions stay. Absent when
/// there is none.
std::optional<std::string> withoutHalves(std::string_view text)
{
    std::optional<std::string> changed;
    for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
        const auto unit = escapedUnit(text.substr(at));
        const auto next =
            unit && isHighHalf(*unit) ? escapedUnit(text.substr(at + kEscapeBytes)) : std::nullopt;
        if (next && isLowHalf(*next)) {
            at += 2 * kEscapeBytes;
        } else if (unit && (isHighHalf(*unit) || isLowHalf(*unit))) {
            if (!changed)
                changed.emplace(text);
            changed->replace(at, kEscapeBytes, "\\ufffd");
            at += kEscapeBytes;
        } else {
            at += 2; // The escaped character may be a backslash itself.
        }
    }
    return changed;
}

bool mayHaveHalves(std::string_view text)
{
    return text.find("\\ud") != std::string_view::npos ||
           text.find("\\uD") != std::string_view::npos;
}

} // namespace

Result<JsonDocument> parseJson(std::string_view text, const JsonLimits& limits)
{
    if (text.size() > limits.maxTextBytes)
        return fail(ErrorKind::Malformed, "json text of ", text.size(), " bytes, limit ",
                    limits.maxTextBytes);
    const auto whole = mayHaveHalves(text) ? withoutHalves(text) : std::nullopt;
    if (whole)
        text = *whole;
    TextPosition position;
    DocumentBuilder builder(limits, position);
    const CountingIterator begin(text.data(), &position);
    const CountingIterator end(text.data() + text.size(), &position);
    nlohmann::json::sax_parse(begin, end, &builder);
    return builder.take();
}

} // namespace faultline::json
