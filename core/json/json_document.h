// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::json {

enum class JsonKind : std::uint8_t { Null, Bool, Signed, Unsigned, Real, String, Array, Object };

/// "null", "a boolean", "an integer", … for error texts.
std::string_view jsonKindName(JsonKind kind);

class JsonDocument;

/// One value of a document. The handle is cheap, and valid as long as the document.
class JsonValue
{
public:
    JsonValue(const JsonDocument& document, std::uint32_t node)
        : m_document(&document), m_node(node)
    {
    }

    JsonKind kind() const;
    bool boolean() const;
    /// The value of Signed (always negative) and Unsigned in two's complement; 0 for other kinds.
    std::uint64_t integerBits() const;
    /// The text of a String, or a Real as it was written; empty for other kinds.
    std::string_view text() const;
    /// Position of the value in the source text, counted from 1: the end of a scalar, the start of
    /// a list or map. 0 when unknown.
    std::uint32_t line() const;
    std::uint32_t column() const;

    /// The children of an Array or the values of an Object, in order; absent after the last.
    std::optional<JsonValue> firstChild() const;
    std::optional<JsonValue> nextSibling(const JsonValue& parent) const;
    /// The first member with that name of an Object; the next one when `before` is one.
    std::optional<JsonValue> member(std::string_view name,
                                    const std::optional<JsonValue>& before = {}) const;
    /// The value's name in its object; empty for other values.
    std::string_view key() const;

private:
    const JsonDocument* m_document;
    std::uint32_t m_node;
};

/// A parsed tree in flat arrays. The JSON reader or the YAML adapter writes it front to back with
/// the begin/end calls below; it is immutable afterwards. The caller keeps begin and end balanced.
class JsonDocument
{
public:
    /// The document's value; call only when isEmpty() is false.
    JsonValue root() const { return {*this, 0}; }

    bool isEmpty() const { return m_nodes.empty(); }

    std::size_t nodeCount() const { return m_nodes.size(); }

    std::size_t depth() const { return m_open.size(); }

    /// Applies to the values added after this call.
    void setPosition(std::uint32_t line, std::uint32_t column);
    /// Sets the key of the next value.
    void addKey(std::string_view key);

    void addNull() { append(JsonKind::Null, 0); }

    void addBool(bool value) { append(JsonKind::Bool, value ? 1 : 0); }

    void addSigned(std::int64_t value);

    void addUnsigned(std::uint64_t value) { append(JsonKind::Unsigned, value); }

    void addReal(std::string_view asWritten) { append(JsonKind::Real, storeText(asWritten)); }

    void addString(std::string_view text) { append(JsonKind::String, storeText(text)); }

    void beginArray() { begin(JsonKind::Array); }

    void beginObject() { begin(JsonKind::Object); }

    void end();

private:
    friend class JsonValue;

    struct Node
    {
        std::uint64_t payload = 0; ///< The bits of a number, or offset << 32 | length of a text.
        std::uint64_t key = 0;     ///< Offset << 32 | length.
        std::uint32_t next = 0;    ///< Index after this value's subtree.
        std::uint32_t line = 0;
        std::uint32_t column = 0;
        JsonKind kind = JsonKind::Null;
    };

    void append(JsonKind kind, std::uint64_t payload);
    void begin(JsonKind kind);
    std::uint64_t storeText(std::string_view text);
    std::string_view textAt(std::uint64_t reference) const;

    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_open;
    std::string m_text;
    std::uint64_t m_pendingKey = 0;
    std::uint32_t m_line = 0;
    std::uint32_t m_column = 0;
};

} // namespace faultline::json
