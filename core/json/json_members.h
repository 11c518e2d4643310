// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::json {

/// Lenient reads of a document without a schema: a member that is missing or has another type reads
/// as absent. json_cursor.h is the strict counterpart.

/// Returns the first member with that name. Absent too when `object` is not an object.
std::optional<JsonValue> member(const JsonValue& object, std::string_view name);
std::string textMember(const JsonValue& object, std::string_view name);
std::optional<std::uint64_t> numberMember(const JsonValue& object, std::string_view name);
bool flagMember(const JsonValue& object, std::string_view name);

/// A text without quotes, every other value as JSON.
std::string rawText(const JsonValue& value);

/// Parses "0x…" or a decimal number; a negative one becomes its two's complement
/// (docs/spec/http-api.md §2 "HexValue").
std::optional<std::uint64_t> parseHexValue(std::string_view text);
/// An integer, or a text that parseHexValue() accepts.
std::optional<std::uint64_t> hexValueOf(const JsonValue& value);

/// Calls visit(value) for each direct child of an array or object.
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
