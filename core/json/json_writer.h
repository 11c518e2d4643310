// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::json {

/// Appends JSON text without white space to a string. The caller keeps begin and end balanced and
/// writes a key before each value of an object. Text that is not UTF-8 is repaired, so the output
/// is always valid.
class JsonWriter
{
public:
    explicit JsonWriter(std::string& out) : m_out(out) {}

    JsonWriter& beginObject() { return open('{'); }

    JsonWriter& endObject() { return close('}'); }

    JsonWriter& beginArray() { return open('['); }

    JsonWriter& endArray() { return close(']'); }

    JsonWriter& key(std::string_view name);
    JsonWriter& value(std::string_view text);

    JsonWriter& value(const char* text) { return value(std::string_view(text)); }

    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(std::int64_t number);

    JsonWriter& value(std::uint32_t number) { return value(std::uint64_t{number}); }

    JsonWriter& value(bool flag);
    JsonWriter& null();
    /// "0x…", the form of every address.
    JsonWriter& hex(std::uint64_t number);
    /// Appends text that is already valid JSON.
    JsonWriter& raw(std::string_view json);
    /// Writes a parsed value unchanged.
    JsonWriter& value(const JsonValue& parsed);

    template <class T>
    JsonWriter& member(std::string_view name, const T& content)
    {
        key(name);
        return value(content);
    }

    /// Writes nothing when the value is absent.
    template <class T>
    JsonWriter& optional(std::string_view name, const std::optional<T>& content)
    {
        return content ? member(name, *content) : *this;
    }

    JsonWriter& optionalHex(std::string_view name, const std::optional<std::uint64_t>& content)
    {
        return content ? key(name).hex(*content) : *this;
    }

    /// Writes nothing when the text is empty.
    JsonWriter& textIfAny(std::string_view name, std::string_view text)
    {
        return text.empty() ? *this : member(name, text);
    }

    /// Writes nothing when the list is empty.
    JsonWriter& listIfAny(std::string_view name, const std::vector<std::string>& texts);

private:
    enum class Role : std::uint8_t { Key, Value };

    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& scalar(const JsonValue& parsed);
    void separate();
    void appendPlain(std::string_view text, Role role);
    void quote(std::string_view text);

    std::string& m_out;
    bool m_needsComma = false;
};

} // namespace faultline::json
