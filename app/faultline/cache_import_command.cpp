// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/cache_command.h"
#include "core/base/text.h"
#include "core/json/json_writer.h"
#include "core/tools/cache_import.h"

#include <cstdio>

namespace faultline::app {

namespace {

std::string counted(std::uint64_t count, std::string_view what)
{
    return concat(count, " ", what, count == 1 ? "" : "s");
}

std::string summaryText(const ReferenceImport& done)
{
    std::string text;
    for (const auto& damaged : done.damaged)
        text += concat(damaged.path.string(), ": ", escapeControls(damaged.reason), "\n");
    return text + concat("imported ", counted(done.payloads, "payload"), " and ",
                         counted(done.failures, "failure"), "; ", done.alreadyThere,
                         " were there already, ", done.leftOut, " left out, ", done.damaged.size(),
                         " damaged\n");
}

std::string summaryJson(const ReferenceImport& done)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("payloads", done.payloads).member("failures", done.failures);
    json.member("already_there", done.alreadyThere).member("left_out", done.leftOut);
    json.key("damaged").beginArray();
    for (const auto& damaged : done.damaged)
        json.beginObject()
            .member("path", damaged.path.string())
            .member("reason", damaged.reason)
            .endObject();
    json.endArray().endObject();
    return text + "\n";
}

} // namespace

ExitCode run(const CacheImportArguments& arguments)
{
    const auto settings = cacheSettings(arguments);
    if (!settings)
        return ExitCode::Usage;
    const auto done = importReferenceCache(arguments.from, *settings->cacheDir, {});
    if (!done) {
        std::fprintf(stderr, "faultline: %s\n", escapeControls(done.error().detail).c_str());
        return done.error().kind == ErrorKind::NotFound ? ExitCode::Unreadable : ExitCode::Failed;
    }
    const auto text =
        arguments.format == OutputFormat::Json ? summaryJson(*done) : summaryText(*done);
    std::fputs(text.c_str(), stdout);
    return done->damaged.empty() ? ExitCode::Ok : ExitCode::Unreadable;
}

} // namespace faultline::app
