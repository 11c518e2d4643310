// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_reader.h"

#include <iterator>
#include <nlohmann/json.hpp>

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

} // namespace

Result<JsonDocument> parseJson(std::string_view text, const JsonLimits& limits)
{
    if (text.size() > limits.maxTextBytes)
        return fail(ErrorKind::Malformed, "json text of ", text.size(), " bytes, limit ",
                    limits.maxTextBytes);
    TextPosition position;
    DocumentBuilder builder(limits, position);
    const CountingIterator begin(text.data(), &position);
    const CountingIterator end(text.data() + text.size(), &position);
    nlohmann::json::sax_parse(begin, end, &builder);
    return builder.take();
}

} // namespace faultline::json
