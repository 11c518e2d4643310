// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/cache_command.h"
#include "app/faultline/command_support.h"
#include "core/base/text.h"
#include "core/cache/cache_cleanup.h"
#include "core/cache/cache_verify.h"
#include "core/engine/cache_service.h"
#include "core/json/json_writer.h"

#include <cstdio>

namespace faultline::app {

namespace {

std::string summaryText(const cache::CacheVerifySummary& summary)
{
    std::string text;
    for (const auto& damaged : summary.damaged)
        text += concat(damaged.path.string(), damaged.removed ? " removed: " : ": ",
                       escapeControls(damaged.reason), "\n");
    return text + concat(summary.entries, summary.entries == 1 ? " entry" : " entries", " (",
                         cache::sizeText(summary.bytes), ") sound, ", summary.damaged.size(),
                         " damaged\n");
}

std::string summaryJson(const cache::CacheVerifySummary& summary)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("entries", summary.entries).member("bytes", summary.bytes);
    json.member("foreign_files", summary.foreignFiles).key("damaged").beginArray();
    for (const auto& damaged : summary.damaged) {
        json.beginObject().member("path", damaged.path.string()).member("kind", damaged.kind);
        json.member("reason", damaged.reason).member("removed", damaged.removed).endObject();
    }
    json.endArray().endObject();
    return text + "\n";
}

} // namespace

ExitCode run(const CacheVerifyArguments& arguments)
{
    const auto settings = cacheSettings(arguments);
    if (!settings)
        return ExitCode::Usage;
    auto summary = cache::verifyCache(*settings->cacheDir,
                                      arguments.remove ? cache::DamagedEntries::Remove
                                                       : cache::DamagedEntries::Report,
                                      engine::checkCachedPayload, {});
    if (!summary && summary.error().kind == ErrorKind::NotFound)
        summary = cache::CacheVerifySummary();
    if (!summary) {
        complain(summary.error());
        return ExitCode::Failed;
    }
    const auto text =
        arguments.format == OutputFormat::Json ? summaryJson(*summary) : summaryText(*summary);
    std::fputs(text.c_str(), stdout);
    return summary->damaged.empty() ? ExitCode::Ok : ExitCode::Unreadable;
}

} // namespace faultline::app
