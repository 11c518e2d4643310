#include "core/formats/crash/sentry_event/event_form.h"

namespace faultline::sentry {

namespace {

void addEntry(const JsonValue& entry, EventParts& parts)
{
    const auto type = textMember(entry, "type");
    const auto data = member(entry, "data");
    if (type == "exception")
        parts.exceptions = data;
    else if (type == "threads")
        parts.threads = data;
    else if (type == "stacktrace")
        parts.stacktrace = data;
    else if (type == "debugmeta" && data)
        parts.images = member(*data, "images");
}

} // namespace

Result<JsonValue> findEvent(const JsonDocument& document)
{
    if (document.isEmpty())
        return fail(ErrorKind::Malformed, "sentry event: expected a map");
    auto event = document.root();
    if (event.kind() == JsonKind::Array) {
        std::size_t count = 0;
        forEachChild(document.root(), [&](const JsonValue& item) {
            event = item;
            ++count;
        });
        if (count != 1)
            return fail(ErrorKind::Unsupported, "sentry event: the list holds ", count,
                        " events, expected one");
    }
    if (const auto wrapped = member(event, "event"); wrapped && wrapped->kind() == JsonKind::Object)
        event = *wrapped;
    if (event.kind() != JsonKind::Object)
        return fail(ErrorKind::Malformed, "sentry event: expected a map, found ",
                    jsonKindName(event.kind()));
    return event;
}

EventParts findParts(const JsonValue& event)
{
    EventParts parts;
    forEachChildOf(event, "entries", [&](const JsonValue& entry) { addEntry(entry, parts); });
    const auto prefer = [&](std::optional<JsonValue>& part, std::string_view name) {
        if (auto sent = member(event, name); sent && sent->kind() != JsonKind::Null)
            part = sent;
    };
    prefer(parts.exceptions, "exception");
    prefer(parts.threads, "threads");
    prefer(parts.stacktrace, "stacktrace");
    if (const auto meta = member(event, "debug_meta")) {
        if (auto images = member(*meta, "images"))
            parts.images = images;
    }
    return parts;
}

std::optional<JsonValue>
eitherMember(const JsonValue& object, std::string_view sent, std::string_view web)
{
    auto found = member(object, sent);
    return found ? found : member(object, web);
}

std::optional<std::string> textOf(const std::optional<JsonValue>& value)
{
    if (!value || value->kind() != JsonKind::String || value->text().empty())
        return std::nullopt;
    return std::string(value->text());
}

} // namespace faultline::sentry
