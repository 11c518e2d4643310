#pragma once

#include "core/base/error.h"
#include "core/json/json_document.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::json {

/// The first mismatch between a document and what its reader expects.
class JsonErrors
{
public:
    bool ok() const { return !m_first; }

    const std::optional<Error>& first() const { return m_first; }

    void record(std::string text)
    {
        if (!m_first)
            m_first = Error{ErrorKind::Malformed, std::move(text)};
    }

private:
    std::optional<Error> m_first;
};

/// A place in a document, perhaps an absent one, read with sticky failure: a mismatch is recorded
/// once, with path, line and column, and every read yields a default from then on. Rules of the
/// optional reads are serde's, which the reference uses: "optional" accepts absence and null, "or"
/// accepts absence only. Cursors refer to their parents and to `errors`: keep them on the stack.
class JsonCursor
{
public:
    JsonCursor(const JsonValue& root, JsonErrors& errors) : m_value(root), m_errors(&errors) {}

    bool isAbsent() const { return !m_value; }

    bool isNull() const { return m_value && m_value->kind() == JsonKind::Null; }

    const std::optional<JsonValue>& value() const { return m_value; }

    JsonErrors& errors() const { return *m_errors; }

    /// A member of this object. A value that is no object, and a name that occurs twice, are
    /// errors.
    JsonCursor member(std::string_view name) const;
    /// Each item of this list; a value that is no list is an error.
    void forEachItem(const std::function<void(const JsonCursor&)>& visit) const;
    /// Each member of this object, also repeated ones.
    void forEachMember(const std::function<void(std::string_view, const JsonCursor&)>& visit) const;

    // Required values: absence is an error.
    std::string string() const;
    bool boolean() const;
    std::uint64_t
    unsignedInteger(std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max()) const;
    /// An integer (a negative one as two's complement), "0x…", or a decimal string
    /// (docs/spec/http-api.md §2 "HexValue").
    std::uint64_t hexValue() const;
    std::vector<std::string> strings() const;

    // Absent or null.
    std::optional<std::string> optionalString() const;
    std::optional<bool> optionalBoolean() const;
    std::optional<std::uint64_t>
    optionalUnsigned(std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max()) const;
    std::optional<std::uint32_t> optionalUnsigned32() const;
    std::optional<std::uint64_t> optionalHexValue() const;

    // Absent.
    bool booleanOr(bool fallback) const { return isAbsent() ? fallback : boolean(); }

    std::uint64_t hexValueOr(std::uint64_t fallback) const
    {
        return isAbsent() ? fallback : hexValue();
    }

    std::vector<std::string> stringsOrNone() const
    {
        return isAbsent() ? std::vector<std::string>() : strings();
    }

    /// Records "<path>: <reason> at line L column C".
    void refuse(std::string_view reason) const;
    /// Records "expected <what>, found <kind>".
    void refuseKind(std::string_view expected) const;

    /// "stacktraces[0].frames[2].lineno"; "." for the root.
    std::string path() const;

private:
    JsonCursor(std::optional<JsonValue> value,
               const JsonCursor* parent,
               std::string_view name,
               std::size_t index)
        : m_value(value), m_errors(parent->m_errors), m_parent(parent), m_name(name), m_index(index)
    {
    }

    bool is(JsonKind kind, std::string_view expected) const;

    std::optional<JsonValue> m_value;
    JsonErrors* m_errors;
    const JsonCursor* m_parent = nullptr;
    std::string_view m_name; ///< In an object; empty for an item of a list.
    std::size_t m_index = 0; ///< In a list.
};

} // namespace faultline::json
