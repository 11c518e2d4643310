#include "core/formats/apple/ips_value.h"

#include "core/json/json_writer.h"

namespace faultline::apple {

std::optional<JsonValue> member(const JsonValue& object, std::string_view name)
{
    if (object.kind() != JsonKind::Object)
        return std::nullopt;
    for (auto child = object.firstChild(); child; child = child->nextSibling(object)) {
        if (child->key() == name)
            return child;
    }
    return std::nullopt;
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

} // namespace faultline::apple
