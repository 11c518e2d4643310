// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/json_reports/json_reports.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/crash/json_reports/createdump_json.h"
#include "core/formats/crash/json_reports/kscrash_json.h"
#include "core/formats/crash/json_reports/stackwalk_json.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <array>

namespace faultline::jsonreports {

namespace {

constexpr std::size_t kHeadBytes = 256u << 10;

/// One reporter's form: the members that only it has, near the beginning, and its reader.
struct Form
{
    std::string_view name;
    std::array<std::string_view, 2> members;
    void (*read)(const json::JsonValue& root, nativetext::TraceBuilder& report);
};

constexpr std::array kForms{Form{.name = "JSON of minidump-stackwalk",
                                 .members = {R"("crash_info")", R"("system_info")"},
                                 .read = readStackwalkJson},
                            Form{.name = "report of KSCrash",
                                 .members = {R"("binary_images")", R"("crash")"},
                                 .read = readKsCrashJson},
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
    const auto document = json::parseJson(withoutByteOrderMark(bytes.text()));
    if (!document)
        return fail(ErrorKind::Malformed, form->name, ": ", document.error().detail);
    if (document->isEmpty())
        return fail(ErrorKind::Malformed, form->name, ": empty");
    nativetext::TraceBuilder report(limits);
    report.detail("form", form->name);
    form->read(document->root(), report);
    auto event = report.finish();
    if (!event)
        return fail(ErrorKind::Unsupported, form->name, ": no thread has a frame");
    return EventPtr(std::move(event));
}

} // namespace faultline::jsonreports
