// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/event_json.h"

#include "core/base/text.h"
#include "core/report/crash_json.h"

namespace faultline::report {

namespace {

std::string_view originName(Annotation::Origin origin)
{
    switch (origin) {
    case Annotation::Origin::CrashpadSimple: return "crashpad_simple";
    case Annotation::Origin::CrashpadList: return "crashpad_list";
    case Annotation::Origin::CrashpadObject: return "crashpad_object";
    case Annotation::Origin::Breakpad: return "breakpad";
    case Annotation::Origin::AppleCrashInfo: return "apple_crash_info";
    case Annotation::Origin::MozillaSoftError: return "mozilla_soft_error";
    case Annotation::Origin::Other: return "other";
    }
    return "other";
}

std::string_view streamStatusName(StreamInfo::Status status)
{
    switch (status) {
    case StreamInfo::Status::Parsed: return "parsed";
    case StreamInfo::Status::NotParsed: return "not_parsed";
    case StreamInfo::Status::Damaged: return "damaged";
    case StreamInfo::Status::Duplicate: return "duplicate";
    }
    return "not_parsed";
}

/// The failure of a script or the JVM, which is no exception of the processor.
void writeFailure(json::JsonWriter& json, const CrashInfo& crash)
{
    json.key("crash").beginObject();
    json.textIfAny("reason", crash.reason);
    json.textIfAny("details", crash.details);
    if (crash.addressKnown)
        json.key("address").hex(crash.address);
    json.endObject();
}

void writeAccess(json::JsonWriter& json, const ReportedAccess& access)
{
    json.key("access").beginObject();
    json.textIfAny("kind", toLowerAscii(memoryAccessKindName(access.kind)));
    if (access.sizeBytes != 0)
        json.member("size", access.sizeBytes);
    json.endObject();
}

void writeCrash(json::JsonWriter& json, const Report& report)
{
    const auto& crash = report.event->crash;
    if (!crash.present)
        return;
    if (!report.event->isNative())
        return writeFailure(json, crash);
    json.key("crash").beginObject();
    json.member("code", crash.code).member("flags", crash.flags);
    json.key("record_address").hex(crash.recordAddress);
    if (crash.addressKnown)
        json.key("address").hex(crash.address);
    json.member("simulated", crash.isSimulated);
    if (crash.access)
        writeAccess(json, *crash.access);
    json.key("parameters").beginArray();
    for (const auto parameter : crash.parameters)
        json.hex(parameter);
    json.endArray().endObject();
}

void writeAnalysis(json::JsonWriter& json, const Report& report)
{
    if (!report.analysis)
        return;
    const auto& analysis = *report.analysis;
    json.key("analysis").beginObject();
    writeAnalysisMembers(json, *report.event, &analysis);
    json.member("guard_page_hit", analysis.isGuardPageHit);
    if (!analysis.instructionProblem.empty())
        json.member("instruction_problem", analysis.instructionProblem);
    if (analysis.instruction) {
        json.member("code_from_file", analysis.instruction->fromFile);
        if (!analysis.instruction->codeNote.empty())
            json.member("code_note", analysis.instruction->codeNote);
    }
    json.member("exploitability", exploitabilityName(analysis.exploitability));
    json.key("exploitability_reasons").beginArray();
    for (const auto& reason : analysis.exploitabilityReasons)
        json.value(reason);
    json.endArray().endObject();
}

void writeAnnotations(json::JsonWriter& json, const Event& event)
{
    if (event.annotations.empty())
        return;
    json.key("annotations").beginArray();
    for (const auto& annotation : event.annotations) {
        json.beginObject()
            .member("origin", originName(annotation.origin))
            .member("key", annotation.key)
            .member("value", annotation.value);
        if (annotation.module && *annotation.module < event.modules.size())
            json.member("module", event.modules[*annotation.module].codeFile.value_or(""));
        json.endObject();
    }
    json.endArray();
}

void writeProcess(json::JsonWriter& json,
                  const ProcessInfo& process,
                  IncludeEnvironment environment)
{
    const bool hasEnvironment =
        environment == IncludeEnvironment::Yes && !process.environment.empty();
    if (!process.id && process.name.empty() && process.arguments.empty() && !process.createTime &&
        !process.uptimeSeconds && !hasEnvironment)
        return;
    json.key("process").beginObject();
    json.optional("id", process.id);
    if (!process.name.empty())
        json.member("name", process.name);
    json.listIfAny("arguments", process.arguments);
    json.optional("create_time", process.createTime);
    json.optional("uptime_seconds", process.uptimeSeconds);
    if (hasEnvironment) {
        json.key("environment").beginObject();
        for (const auto& [name, value] : process.environment)
            json.member(name, value);
        json.endObject();
    }
    json.endObject();
}

void writeUnloadedModules(json::JsonWriter& json, const NativeEvent& event)
{
    if (event.unloadedModules.empty())
        return;
    json.key("unloaded_modules").beginArray();
    for (const auto& module : event.unloadedModules) {
        json.beginObject().key("image_addr").hex(module.address);
        json.member("image_size", module.sizeBytes)
            .member("code_id", module.codeId.text())
            .member("code_file", module.name)
            .endObject();
    }
    json.endArray();
}

void writeStreams(json::JsonWriter& json, const NativeEvent& event)
{
    if (event.streams.empty())
        return;
    json.key("streams").beginArray();
    for (const auto& stream : event.streams) {
        json.beginObject().key("type").hex(stream.id);
        if (!stream.name.empty())
            json.member("name", stream.name);
        json.member("offset", stream.offset)
            .member("size", stream.sizeBytes)
            .member("status", streamStatusName(stream.status))
            .endObject();
    }
    json.endArray();
}

void writeDetails(json::JsonWriter& json, const Event& event)
{
    if (event.details.empty())
        return;
    json.key("details").beginArray();
    for (const auto& [name, value] : event.details)
        json.beginObject().member("name", name).member("value", value).endObject();
    json.endArray();
}

void writeHandleObject(json::JsonWriter& json, const HandleObject& object)
{
    json.key("object").beginObject().member("kind", handleObjectKindName(object.kind));
    if (object.count)
        json.member("count", std::int64_t{*object.count});
    json.optional("process_id", object.processId).optional("thread_id", object.threadId);
    json.endObject();
}

void writeHandles(json::JsonWriter& json, const NativeEvent& event)
{
    if (event.handles.empty())
        return;
    json.key("handles").beginArray();
    for (const auto& handle : event.handles) {
        json.beginObject().key("handle").hex(handle.value);
        if (!handle.type.empty())
            json.member("type", handle.type);
        if (!handle.name.empty())
            json.member("name", handle.name);
        json.key("attributes").hex(handle.attributes);
        json.key("access").hex(handle.access);
        json.member("count", handle.count);
        if (handle.object)
            writeHandleObject(json, *handle.object);
        json.endObject();
    }
    json.endArray();
}

} // namespace

void writeEventExtras(json::JsonWriter& json, const Report& report, IncludeEnvironment environment)
{
    const auto* native = report.event->asNative();
    if (native != nullptr)
        writeProcess(json, native->process, environment);
    writeCrash(json, report);
    writeAnalysis(json, report);
    writeAnnotations(json, *report.event);
    writeDetails(json, *report.event);
    if (native == nullptr)
        return;
    writeHandles(json, *native);
    writeUnloadedModules(json, *native);
    writeStreams(json, *native);
}

} // namespace faultline::report
