// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/json/json_members.h"

#include <optional>
#include <string>
#include <string_view>

namespace faultline::sentry {

/// Finds the event in a parsed file: the file's object itself, its member "event", or the only item
/// of its list. Errors: Malformed (anything else), Unsupported (a list of several events).
Result<json::JsonValue> findEvent(const json::JsonDocument& document);

/// The parts of an event that we read. In the form that SDKs send, each is a member. The web API
/// has a list "entries" of {"type", "data"}.
struct EventParts
{
    std::optional<json::JsonValue> exceptions; ///< Argument for forEachValue().
    std::optional<json::JsonValue> threads;    ///< Argument for forEachValue().
    std::optional<json::JsonValue> stacktrace;
    std::optional<json::JsonValue> images;
    std::optional<json::JsonValue> breadcrumbs; ///< Argument for forEachValue().
};

EventParts findParts(const json::JsonValue& event);

/// Visits the items of an interface with several values: {"values": […]}, the plain list, or the
/// only value itself (as old SDKs sent exceptions).
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

/// A member with the name that SDKs send, otherwise with the web API's name.
std::optional<json::JsonValue>
eitherMember(const json::JsonValue& object, std::string_view sent, std::string_view web);

/// A text that is not empty; absent when it is empty or of another type.
std::optional<std::string> textOf(const std::optional<json::JsonValue>& value);

} // namespace faultline::sentry
