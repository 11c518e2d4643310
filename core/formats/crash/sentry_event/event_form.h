#pragma once

#include "core/base/result.h"
#include "core/json/json_members.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::sentry {

/// The event inside a parsed file: the file's object itself, its member "event", or the only item
/// of its list. Errors: Malformed (anything else), Unsupported (a list of several events).
Result<json::JsonValue> findEvent(const json::JsonDocument& document);

/// Where an event keeps what we read. The form that SDKs send has a member for each; the web API
/// has a list "entries" of {"type", "data"}.
struct EventParts
{
    std::optional<json::JsonValue> exceptions; ///< For forEachValue().
    std::optional<json::JsonValue> threads;    ///< For forEachValue().
    std::optional<json::JsonValue> stacktrace;
    std::optional<json::JsonValue> images;
};

EventParts findParts(const json::JsonValue& event);

/// Visits the items of an interface with several values: {"values": […]}, or the bare list, or (as
/// old SDKs sent exceptions) the only value itself.
template <class Visit>
void forEachValue(const std::optional<json::JsonValue>& interface, Visit visit)
{
    if (!interface)
        return;
    if (const auto values = json::member(*interface, "values"))
        json::forEachChild(*values, visit);
    else if (interface->kind() == json::JsonKind::Array)
        json::forEachChild(*interface, visit);
    else if (interface->kind() == json::JsonKind::Object)
        visit(*interface);
}

/// A member by the name that SDKs send, else by the web API's.
std::optional<json::JsonValue>
eitherMember(const json::JsonValue& object, std::string_view sent, std::string_view web);

/// A text that says something; absent when empty or of another type.
std::optional<std::string> textOf(const std::optional<json::JsonValue>& value);

} // namespace faultline::sentry
