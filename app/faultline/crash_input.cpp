// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/crash_input.h"

#include "core/base/log.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/formats/crash/apple/read_apple.h"
#include "core/formats/crash/open/crash_kind.h"
#include "core/formats/crash/sentry_event/read_sentry_event.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"
#include "core/model/report.h"
#include "core/server/symbolicator/native_request.h"
#include "core/sources/source_parser.h"

#include <algorithm>

namespace faultline::app {

namespace {

/// Every member of a request is optional, but a request without both of these has nothing to
/// symbolicate.
Result<void> checkIsRequest(const json::JsonDocument& document)
{
    if (document.isEmpty() || json::member(document.root(), "stacktraces") ||
        json::member(document.root(), "modules"))
        return {};
    return fail(ErrorKind::Unsupported,
                "JSON that is neither an event nor a request: it has no exception, threads, "
                "debug_meta, stacktraces or modules");
}

Result<CrashInput> readRequest(std::string_view text)
{
    FL_TRY(const auto document, json::parseJson(text));
    FL_CHECK(checkIsRequest(document));
    server::RequestPolicy policy;
    policy.readSources = sources::parseSources;
    FL_TRY(auto request, server::decodeNativeRequest(document, policy));
    return CrashInput{.event = std::move(request.event),
                      .options = std::move(request.options),
                      .answer = request.answer};
}

} // namespace

Result<std::vector<engine::CrashFile>> chooseCrashFiles(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const ParseLimits& limits)
{
    FL_TRY(auto files, engine::findCrashFilesAt(path, limits));
    if (part == "all" || (!part && files.size() == 1))
        return files;
    if (!part)
        return fail(ErrorKind::Unsupported, "holds ", files.size(),
                    " crash files; choose one with --part NAME, or take --part all: ",
                    engine::crashFileNames(files));
    auto found = std::ranges::find(files, *part, &engine::CrashFile::name);
    if (found == files.end())
        found = std::ranges::find(
            files, *part, [](const engine::CrashFile& file) { return baseName(file.name); });
    if (found == files.end())
        return fail(ErrorKind::NotFound, "no part ", *part, "; it holds ",
                    engine::crashFileNames(files));
    return std::vector{*found};
}

std::string crashFileLabel(const std::filesystem::path& path, const engine::CrashFile& file)
{
    return file.name.empty() ? path.string()
                             : concat(path.string(), ": ", escapeControls(file.name));
}

Result<CrashInput> readCrashInput(const engine::CrashFile& file, const ParseLimits& limits)
{
    FL_TRY(const auto content, file.open());
    const auto& bytes = content.bytes;
    // An .ips report and an event are JSON too, so ask the reader of crash files first.
    auto event = engine::Engine::readEvent(content, limits);
    if (event)
        return CrashInput{.event = *std::move(event), .options = {}, .answer = {}};
    const bool mayBeRequest =
        event.error().kind == ErrorKind::Unsupported && !apple::looksLikeIps(bytes.text()) &&
        !crash::isOtherReport(bytes.span()) && !sentry::looksLikeSentryEvent(bytes.text());
    if (mayBeRequest && trimAscii(bytes.text().substr(0, 256)).starts_with('{'))
        return readRequest(bytes.text());
    return std::unexpected(std::move(event).error());
}

Result<CrashInput> readCrashInput(const std::filesystem::path& path, const ParseLimits& limits)
{
    FL_TRY(const auto files, chooseCrashFiles(path, std::nullopt, limits));
    return readCrashInput(files.front(), limits);
}

} // namespace faultline::app
