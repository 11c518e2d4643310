#pragma once

#include "core/json/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::json {

/// Lenient reads of a document that no schema binds: a member that is missing or of another type
/// than expected reads as absent. json_cursor.h is the strict counterpart.

/// The first member of that name; absent too when `object` is no object.
std::optional<JsonValue> member(const JsonValue& object, std::string_view name);
std::string textMember(const JsonValue& object, std::string_view name);
std::optional<std::uint64_t> numberMember(const JsonValue& object, std::string_view name);
bool flagMember(const JsonValue& object, std::string_view name);

/// A text as it is, everything else as JSON.
std::string rawText(const JsonValue& value);

/// "0x…" or a decimal number, a negative one as two's complement (docs/spec/http-api.md §2
/// "HexValue").
std::optional<std::uint64_t> parseHexValue(std::string_view text);
/// An integer, or a text that parseHexValue() takes.
std::optional<std::uint64_t> hexValueOf(const JsonValue& value);

/// Calls visit(value) for each child of an array or object, however deep the rest is.
template <class Visit>
void forEachChild(const JsonValue& parent, Visit visit)
{
    if (parent.kind() != JsonKind::Array && parent.kind() != JsonKind::Object)
        return;
    for (auto child = parent.firstChild(); child; child = child->nextSibling(parent))
        visit(*child);
}

template <class Visit>
void forEachChildOf(const JsonValue& object, std::string_view name, Visit visit)
{
    if (const auto list = member(object, name))
        forEachChild(*list, visit);
}

} // namespace faultline::json
