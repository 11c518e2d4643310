// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/satyr_json.h"

#include "core/base/text.h"
#include "core/json/json_members.h"

namespace faultline::jsonreports {

namespace {

using json::JsonValue;
using nativetext::FrameText;
using nativetext::TraceBuilder;

void readFrame(const JsonValue& frame, TraceBuilder& report)
{
    const auto function = json::textMember(frame, "function_name");
    const auto file = json::textMember(frame, "file_name");
    const auto buildId = json::textMember(frame, "build_id");
    FrameText text;
    if (function != "??")
        text.function = function;
    text.module = file.empty() ? std::string_view(buildId) : std::string_view(file);
    text.buildId = buildId;
    text.address = json::numberMember(frame, "address");
    // Without a build id the offset is that of no file.
    if (!buildId.empty())
        text.moduleOffset = json::numberMember(frame, "build_id_offset");
    if (text.address || text.moduleOffset)
        report.add(text, {});
}

} // namespace

void readSatyrJson(const JsonValue& root, TraceBuilder& report)
{
    report.event().system.os = OsFamily::Linux;
    report.event().system.osName = "Linux";
    report.process().name = toValidUtf8(baseName(json::textMember(root, "executable")));
    report.detail("executable", json::textMember(root, "executable"));
    if (const auto signal = json::numberMember(root, "signal"))
        report.setSignalNumber(*signal, {}, {});
    json::forEachChildOf(root, "stacktrace", [&](const JsonValue& thread) {
        const bool isCrashed = json::flagMember(thread, "crash_thread");
        auto& stack = report.beginStack(isCrashed ? StackRole::Error : StackRole::Thread);
        stack.isRequesting = isCrashed;
        json::forEachChildOf(thread, "frames",
                             [&](const JsonValue& frame) { readFrame(frame, report); });
    });
}

} // namespace faultline::jsonreports
