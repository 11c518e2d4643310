// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stack_json.h"

#include "core/json/json_writer.h"
#include "core/report/json_report.h"
#include "core/report/pretty_json.h"

#include <set>

namespace faultline::report {

namespace {

void writeReport(json::JsonWriter& json, const Report& report, const StackOrigin& origin)
{
    json.key("report").beginObject().member("file", origin.file);
    json.member("kind", eventKindName(report.event->kind)).member("time", origin.time);
    json.member("reason", report.event->crash.reason);
    json.textIfAny("details", report.event->crash.details);
    json.optional("signature", report.signature);
    json.endObject();
}

void writeThread(json::JsonWriter& json, const Event& event, std::size_t index)
{
    json.key("thread").beginObject().member("index", std::uint64_t{index});
    if (index < event.threads.size()) {
        json.optional("id", event.threads[index].id);
        json.optional("name", event.threads[index].name);
    }
    json.endObject();
}

void writeModules(json::JsonWriter& json,
                  const Report& report,
                  const std::vector<const Frame*>& frames)
{
    std::set<std::uint32_t> used;
    for (const auto* frame : frames) {
        if (frame->module)
            used.insert(*frame->module);
    }
    json.key("modules").beginArray();
    for (const auto index : used) {
        if (index < report.modules.size() && report.modules[index])
            json.raw(moduleJson(report, *report.modules[index]));
    }
    json.endArray();
}

} // namespace

std::string
stackJson(const Report& report, const StackSelection& selection, const StackOrigin& origin)
{
    const auto frames = shownFrames(report, selection);
    std::string text;
    json::JsonWriter json(text);
    json.beginObject();
    writeReport(json, report, origin);
    writeThread(json, *report.event, selection.thread);
    json.key("frames").beginArray();
    for (const auto* frame : frames)
        json.raw(frameJson(report, *frame));
    json.endArray();
    writeModules(json, report, frames);
    json.key("generator").beginObject().member("name", "Faultline");
    json.member("version", origin.generator).endObject().endObject();
    return prettyJson(text);
}

} // namespace faultline::report
