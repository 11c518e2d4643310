// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/protobuf_reports/protobuf_reports.h"

#include "core/formats/crash/protobuf_reports/plcrash_message.h"
#include "core/formats/crash/protobuf_reports/tombstone_message.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace faultline::protobuf {

namespace {

struct Form
{
    std::string_view name;
    bool (*matches)(std::string_view head);
    /// Returns false when the message is damaged.
    bool (*read)(std::string_view bytes, nativetext::TraceBuilder& report);
};

constexpr std::array kForms{
    Form{.name = "report of PLCrashReporter", .matches = isPlCrash, .read = readPlCrash},
    Form{
        .name = "tombstone of Android as protobuf", .matches = isTombstone, .read = readTombstone}};

const Form* formOf(std::string_view head)
{
    const auto found =
        std::ranges::find_if(kForms, [head](const Form& form) { return form.matches(head); });
    return found == kForms.end() ? nullptr : found;
}

} // namespace

bool looksLikeProtobufReport(Bytes head)
{
    return formOf(asText(head)) != nullptr;
}

Result<EventPtr> readProtobufReport(const ByteView& bytes, const ParseLimits& limits)
{
    const auto* form = formOf(bytes.text());
    if (form == nullptr)
        return fail(ErrorKind::Unsupported, "no crash report in protobuf");
    nativetext::TraceBuilder report(limits);
    report.detail("form", form->name);
    const bool isWhole = form->read(bytes.text(), report);
    if (!isWhole)
        report.warn("protobuf", "the message is damaged: what follows the damage is missing");
    auto event = report.finish();
    if (!event)
        return fail(ErrorKind::Malformed, form->name, ": no thread has a frame",
                    isWhole ? "" : ", and the message is damaged");
    return EventPtr(std::move(event));
}

} // namespace faultline::protobuf
