// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/sentry_event/event_form.h"

namespace faultline::sentry {

namespace {

void addEntry(const json::JsonValue& entry, EventParts& parts)
{
    const auto type = json::textMember(entry, "type");
    const auto data = json::member(entry, "data");
    if (type == "exception")
        parts.exceptions = data;
    else if (type == "threads")
        parts.threads = data;
    else if (type == "stacktrace")
        parts.stacktrace = data;
    else if (type == "breadcrumbs")
        parts.breadcrumbs = data;
    else if (type == "debugmeta" && data)
        parts.images = json::member(*data, "images");
}

} // namespace

Result<json::JsonValue> findEvent(const json::JsonDocument& document)
{
    if (document.isEmpty())
        return fail(ErrorKind::Malformed, "sentry event: expected a map");
    auto event = document.root();
    if (event.kind() == json::JsonKind::Array) {
        std::size_t count = 0;
        json::forEachChild(document.root(), [&](const json::JsonValue& item) {
            event = item;
            ++count;
        });
        if (count != 1)
            return fail(ErrorKind::Unsupported, "sentry event: the list holds ", count,
                        " events, expected one");
    }
    if (const auto wrapped = json::member(event, "event");
        wrapped && wrapped->kind() == json::JsonKind::Object)
        event = *wrapped;
    if (event.kind() != json::JsonKind::Object)
        return fail(ErrorKind::Malformed, "sentry event: expected a map, found ",
                    json::jsonKindName(event.kind()));
    return event;
}

EventParts findParts(const json::JsonValue& event)
{
    EventParts parts;
    json::forEachChildOf(event, "entries",
                         [&](const json::JsonValue& entry) { addEntry(entry, parts); });
    const auto prefer = [&](std::optional<json::JsonValue>& part, std::string_view name) {
        if (auto sent = json::member(event, name); sent && sent->kind() != json::JsonKind::Null)
            part = sent;
    };
    prefer(parts.exceptions, "exception");
    prefer(parts.threads, "threads");
    prefer(parts.stacktrace, "stacktrace");
    prefer(parts.breadcrumbs, "breadcrumbs");
    if (const auto meta = json::member(event, "debug_meta")) {
        if (auto images = json::member(*meta, "images"))
            parts.images = images;
    }
    return parts;
}

std::optional<json::JsonValue>
eitherMember(const json::JsonValue& object, std::string_view sent, std::string_view web)
{
    auto found = json::member(object, sent);
    return found ? found : json::member(object, web);
}

std::optional<std::string> textOf(const std::optional<json::JsonValue>& value)
{
    if (!value || value->kind() != json::JsonKind::String || value->text().empty())
        return std::nullopt;
    return std::string(value->text());
}

} // namespace faultline::sentry
