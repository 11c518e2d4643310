// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/cache_command.h"
#include "app/faultline/command_support.h"
#include "core/cache/cache_clear.h"
#include "core/json/json_writer.h"

#include <cstdio>

namespace faultline::app {

namespace {

cache::CacheSelection selectionFrom(const CacheClearArguments& arguments)
{
    cache::CacheSelection selection{.sources = arguments.sources, .modules = arguments.modules};
    for (const auto& what : arguments.what) {
        selection.failures = selection.failures || what == "failures";
        selection.derived = selection.derived || what == "derived";
        selection.everything = selection.everything || what == "everything";
    }
    return selection;
}

std::string summaryText(const cache::CacheClearSummary& summary, bool dryRun)
{
    auto text =
        concat(dryRun ? "would remove " : "removed ", summary.removed.entries, " entries (",
               cache::sizeText(summary.removed.bytes), "), ", summary.kept.entries, " stay");
    if (summary.foreignFiles > 0)
        text += concat(", ", summary.foreignFiles, " files of others stay");
    return text;
}

std::string summaryJson(const cache::CacheClearSummary& summary, bool dryRun)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("dry_run", dryRun).key("removed").beginObject();
    json.member("entries", summary.removed.entries).member("bytes", summary.removed.bytes);
    json.endObject().key("kept").beginObject();
    json.member("entries", summary.kept.entries).member("bytes", summary.kept.bytes).endObject();
    json.member("foreign_files", summary.foreignFiles).member("failed", summary.failed);
    json.endObject();
    return text;
}

} // namespace

ExitCode run(const CacheClearArguments& arguments)
{
    if (arguments.what.empty() && arguments.sources.empty() && arguments.modules.empty()) {
        std::fputs("faultline: say what to clear: failures, derived, everything, --source ID or "
                   "--module ID\n",
                   stderr);
        return ExitCode::Usage;
    }
    const auto settings = cacheSettings(arguments);
    if (!settings)
        return ExitCode::Usage;
    const auto mode = arguments.dryRun ? cache::ClearMode::DryRun : cache::ClearMode::Remove;
    const auto summary = cache::clearCache(*settings->cacheDir, selectionFrom(arguments), mode, {});
    if (!summary) {
        complain(summary.error());
        return summary.error().kind == ErrorKind::NotFound ? ExitCode::Unreadable
                                                           : ExitCode::Failed;
    }
    const auto text = arguments.format == OutputFormat::Json
                          ? summaryJson(*summary, arguments.dryRun)
                          : summaryText(*summary, arguments.dryRun);
    std::fputs((text + "\n").c_str(), stdout);
    if (summary->failed > 0)
        std::fprintf(stderr, "faultline: %llu entries could not be removed\n",
                     static_cast<unsigned long long>(summary->failed));
    return summary->failed > 0 ? ExitCode::Failed : ExitCode::Ok;
}

} // namespace faultline::app
