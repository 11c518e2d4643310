// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/thread_dump_json.h"

#include "core/base/text.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/json/json_members.h"

#include <algorithm>
#include <memory>
#include <string>

namespace faultline::jsonreports {

namespace {

using json::JsonValue;

/// A name must not end its line or its quotes.
std::string nameOf(const JsonValue& thread)
{
    auto name = toValidUtf8(json::textMember(thread, "name"));
    std::ranges::replace_if(
        name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"'; }, ' ');
    const bool isVirtual = json::flagMember(thread, "virtual");
    if (name.empty())
        name = concat(isVirtual ? "virtual #" : "#", json::textMember(thread, "tid"));
    return name;
}

/// Writes a thread as the JVM's dumps in text do, which the reader of those knows.
void writeThread(const JsonValue& thread, std::string& text)
{
    text += concat("\"", nameOf(thread), "\" #", json::textMember(thread, "tid"), "\n");
    json::forEachChildOf(thread, "stack", [&](const JsonValue& frame) {
        const auto line = frame.text();
        if (line.find('\n') == std::string_view::npos)
            text += concat("\tat ", line, "\n");
    });
    text += '\n';
}

} // namespace

Result<EventPtr> readThreadDumpJson(const JsonValue& root, const ParseLimits& limits)
{
    const auto dump = json::member(root, "threadDump");
    if (!dump)
        return fail(ErrorKind::Unsupported, "thread dump: no member threadDump");
    auto text = concat("Full thread dump ", json::textMember(*dump, "runtimeVersion"), "\n\n");
    json::forEachChildOf(*dump, "threadContainers", [&](const JsonValue& container) {
        json::forEachChildOf(container, "threads",
                             [&](const JsonValue& thread) { writeThread(thread, text); });
    });
    FL_TRY(const auto read,
           jvmtext::readJvmTextEvent(ByteView::fromString(std::move(text)), limits));
    auto event = std::make_shared<Event>(*read);
    for (const auto* const name : {"processId", "time", "runtimeVersion"}) {
        if (const auto value = json::textMember(*dump, name); !value.empty())
            event->details.emplace_back(name, toValidUtf8(value));
    }
    return EventPtr(std::move(event));
}

} // namespace faultline::jsonreports
