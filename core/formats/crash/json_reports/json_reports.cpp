// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/json_reports.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/json_reports/createdump_json.h"
#include "core/formats/crash/json_reports/kscrash_json.h"
#include "core/formats/crash/json_reports/metrickit_json.h"
#include "core/formats/crash/json_reports/satyr_json.h"
#include "core/formats/crash/json_reports/stackwalk_json.h"
#include "core/formats/crash/json_reports/thread_dump_json.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <array>
#include <memory>

namespace faultline::jsonreports {

namespace {

constexpr std::size_t kHeadBytes = 256u << 10;

/// One reporter's form: the members that only it has, near the beginning, and its reader.
struct Form
{
    std::string_view name;
    std::array<std::string_view, 2> members;
    void (*read)(const json::JsonValue& root, nativetext::TraceBuilder& report);
    /// Instead of `read`, for stacks that are not of machine code.
    Result<EventPtr> (*readOther)(const json::JsonValue& root, const ParseLimits& limits) = nullptr;
    /// A report that says why the process ended may have no frame at all.
    bool mayLackFrames = false;
};

/// Each call of MetricKit's trees is two levels deeper than its caller.
constexpr json::JsonLimits kLimits{.maxDepth = 4096};

constexpr std::array kForms{Form{.name = "JSON of minidump-stackwalk",
                                 .members = {R"("crash_info")", R"("system_info")"},
                                 .read = readStackwalkJson},
                            Form{.name = "report of KSCrash",
                                 .members = {R"("binary_images")", R"("crash")"},
                                 .read = readKsCrashJson},
                            // The images come first, and are many.
                            Form{.name = "report of KSCrash",
                                 .members = {R"("binary_images")", R"("image_vmaddr")"},
                                 .read = readKsCrashJson},
                            Form{.name = "report of KSCrash",
                                 .members = {R"("recrash_report")", R"("report")"},
                                 .read = readKsCrashJson},
                            Form{.name = "report of KSCrash",
                                 .members = {R"("memory_termination")", R"("crash")"},
                                 .read = readKsCrashJson,
                                 .mayLackFrames = true},
                            Form{.name = "payload of MetricKit",
                                 .members = {R"("callStackTree")", R"("subFrames")"},
                                 .read = readMetricKitJson},
                            Form{.name = "payload of MetricKit",
                                 .members = {R"("offsetIntoBinaryTextSegment")", R"("binaryUUID")"},
                                 .read = readMetricKitJson},
                            Form{.name = "core_backtrace of abrt",
                                 .members = {R"("stacktrace")", R"("build_id_offset")"},
                                 .read = readSatyrJson},
                            Form{.name = "thread dump of the JVM in JSON",
                                 .members = {R"("threadDump")", R"("threadContainers")"},
                                 .read = nullptr,
                                 .readOther = readThreadDumpJson},
                            Form{.name = "crash report of .NET's createdump",
                                 .members = {R"("protocol_version")", R"("stack_frames")"},
                                 .read = readCreatedumpJson}};

const Form* formOf(std::string_view head)
{
    const auto text = trimAscii(withoutByteOrderMark(head.substr(0, kHeadBytes)));
    if (!text.starts_with('{'))
        return nullptr;
    const auto found = std::ranges::find_if(kForms, [&](const Form& form) {
        return std::ranges::all_of(form.members, [&](std::string_view member) {
            return text.find(member) != std::string_view::npos;
        });
    });
    return found == kForms.end() ? nullptr : found;
}

/// What a report says that has no frame.
EventPtr withoutStacks(const Event& event)
{
    auto kept = std::make_shared<Event>(event);
    kept->threads.clear();
    return kept;
}

} // namespace

bool looksLikeJsonReport(std::string_view head)
{
    return formOf(head) != nullptr;
}

Result<EventPtr> readJsonReport(const ByteView& bytes, const ParseLimits& limits)
{
    const auto* form = formOf(bytes.text());
    if (form == nullptr)
        return fail(ErrorKind::Unsupported, "no report of another crash reporter");
    const auto document = json::parseJson(withoutByteOrderMark(bytes.text()), kLimits);
    if (!document)
        return fail(ErrorKind::Malformed, form->name, ": ", document.error().detail);
    if (document->isEmpty())
        return fail(ErrorKind::Malformed, form->name, ": empty");
    if (form->readOther != nullptr)
        return form->readOther(document->root(), limits);
    nativetext::TraceBuilder report(limits);
    report.detail("form", form->name);
    form->read(document->root(), report);
    auto event = report.finish();
    if (!event && form->mayLackFrames && report.crash().present)
        return withoutStacks(report.event());
    if (!event)
        return fail(ErrorKind::Unsupported, form->name, ": no thread has a frame");
    return EventPtr(std::move(event));
}

} // namespace faultline::jsonreports
