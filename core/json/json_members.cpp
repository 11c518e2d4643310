// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_members.h"

#include "core/base/hex.h"
#include "core/json/json_writer.h"

#include <charconv>

namespace faultline::json {

namespace {

std::optional<std::uint64_t> parseNegative(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return static_cast<std::uint64_t>(number);
}

} // namespace

std::optional<JsonValue> member(const JsonValue& object, std::string_view name)
{
    return object.member(name);
}

std::string textMember(const JsonValue& object, std::string_view name)
{
    const auto value = member(object, name);
    return value && value->kind() == JsonKind::String ? std::string(value->text()) : std::string();
}

std::optional<std::uint64_t> numberMember(const JsonValue& object, std::string_view name)
{
    const auto value = member(object, name);
    if (!value || value->kind() != JsonKind::Unsigned)
        return std::nullopt;
    return value->integerBits();
}

bool flagMember(const JsonValue& object, std::string_view name)
{
    const auto value = member(object, name);
    if (!value)
        return false;
    const bool isOne = value->kind() == JsonKind::Unsigned && value->integerBits() != 0;
    return isOne || (value->kind() == JsonKind::Bool && value->boolean());
}

std::string rawText(const JsonValue& value)
{
    if (value.kind() == JsonKind::String)
        return std::string(value.text());
    std::string text;
    JsonWriter(text).value(value);
    return text;
}

std::optional<std::uint64_t> parseHexValue(std::string_view text)
{
    if (text.starts_with("0x") || text.starts_with("0X"))
        return parseHex(text.substr(2));
    if (text.starts_with('-'))
        return parseNegative(text);
    return parseDecimal(text);
}

std::optional<std::uint64_t> hexValueOf(const JsonValue& value)
{
    switch (value.kind()) {
    case JsonKind::Unsigned:
    case JsonKind::Signed: return value.integerBits();
    case JsonKind::String: return parseHexValue(value.text());
    default: return std::nullopt;
    }
}

} // namespace faultline::json
