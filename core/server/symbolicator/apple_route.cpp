// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/apple_route.h"

#include "core/formats/crash/apple/read_apple.h"
#include "core/server/symbolicator/crash_upload.h"

namespace faultline::server {

namespace {

/// Clients know Symbolicator's text for data that is no report. The text for JSON reports of
/// another kind is ours.
std::string unreadableMessage(const Error& error)
{
    constexpr std::string_view kUnreadable = "failed to parse apple crash report";
    return error.kind == ErrorKind::Unsupported ? concat(kUnreadable, ": ", error.detail)
                                                : std::string(kUnreadable);
}

/// Any text counts as a report here, so its kind is not guessed from the content.
CrashUpload::EventOrMessage readReport(SymbolicationService&, const ByteView& file)
{
    const auto event = apple::readAppleReport(file, ParseLimits());
    if (!event)
        return std::unexpected(unreadableMessage(event.error()));
    return *event;
}

constexpr CrashUpload kAppleReport = {
    .task = {.name = "parse_apple_crash_report", .origin = "applecrashreport"},
    .filePart = "apple_crash_report",
    .rewriteRules = AcceptsRewriteRules::No,
    .missingMessage = "missing apple crash report",
    .maxFramesPerThread = std::nullopt,
    .refusal = [](const ServerContext&,
                  const ByteView&) { return std::optional<std::string_view>(); },
    .readEvent = readReport,
};

} // namespace

const CrashUpload& appleUpload()
{
    return kAppleReport;
}

HttpOpening openAppleCrashReport(ServerContext& context, const HttpRequestHead& head)
{
    return openCrashUpload(context, head, kAppleReport);
}

} // namespace faultline::server
