// SPDX-License-Identifier: GPL-3.0-or-later
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

/// The first mismatch between a document and its reader's expectation.
class JsonErrors
{
public:
    JsonErrors() = default;

    /// `shown` changes the reasons, such as to leave out what no message may show.
    explicit JsonErrors(std::function<std::string(std::string_view)> shown)
        : m_shown(std::move(shown))
    {
    }

    bool ok() const { return !m_first; }

    const std::optional<Error>& first() const { return m_first; }

    void record(std::string text)
    {
        if (!m_first)
            m_first = Error{ErrorKind::Malformed, std::move(text)};
    }

    std::string shown(std::string_view reason) const
    {
        return m_shown ? m_shown(reason) : std::string(reason);
    }

private:
    std::optional<Error> m_first;
    std::function<std::string(std::string_view)> m_shown;
};

/// A place in a document, perhaps an absent one. Failure is sticky: the first mismatch is recorded
/// with path, line and column, and every later read yields a default. Optional reads follow serde,
/// which Symbolicator uses: "optional" accepts absence and null, "or" accepts only absence. A
/// cursor refers to its parent and to `errors`: keep cursors on the stack.
class JsonCursor
{
public:
    JsonCursor(const JsonValue& root, JsonErrors& errors) : m_value(root), m_errors(&errors) {}

    bool isAbsent() const { return !m_value; }

    bool isNull() const { return m_value && m_value->kind() == JsonKind::Null; }

    const std::optional<JsonValue>& value() const { return m_value; }

    JsonErrors& errors() const { return *m_errors; }

    /// Returns a member of this object. It is an error if the value is not an object or the name
    /// occurs twice.
    JsonCursor member(std::string_view name) const;
    /// Visits each item of this list. A value that is no list is an error.
    void forEachItem(const std::function<void(const JsonCursor&)>& visit) const;
    /// Visits each member of this object, including repeated ones.
    void forEachMember(const std::function<void(std::string_view, const JsonCursor&)>& visit) const;

    // Required values: absence is an error.
    std::string string() const;
    bool boolean() const;
    std::uint64_t
    unsignedInteger(std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max()) const;
    /// An integer, "0x…", or a decimal string (docs/spec/http-api.md §2 "HexValue"). A negative
    /// integer becomes its two's complement.
    std::uint64_t hexValue() const;
    std::vector<std::string> strings() const;

    // Accepts absence and null.
    std::optional<std::string> optionalString() const;
    std::optional<bool> optionalBoolean() const;
    std::optional<std::uint64_t>
    optionalUnsigned(std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max()) const;
    std::optional<std::uint32_t> optionalUnsigned32() const;
    std::optional<std::uint64_t> optionalHexValue() const;

    // Accepts absence only.
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
    std::string_view m_name; ///< Name of a member in its object; empty for an item of a list.
    std::size_t m_index = 0; ///< Index of an item in its list.
};

} // namespace faultline::json
