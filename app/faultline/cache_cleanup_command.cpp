// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/cache_command.h"
#include "app/faultline/command_support.h"
#include "app/faultline/stop_signals.h"
#include "core/cache/cache_cleanup.h"
#include "core/config/duration.h"
#include "core/json/json_writer.h"

#include <csignal>
#include <cstdio>
#include <ctime>

namespace faultline::app {

namespace {

void writeAmount(json::JsonWriter& json, std::string_view name, const cache::CacheAmount& amount)
{
    json.key(name).beginObject().member("entries", amount.entries);
    json.member("bytes", amount.bytes).endObject();
}

std::string summaryJson(const cache::CacheCleanupSummary& summary, bool dryRun)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("dry_run", dryRun).key("kinds").beginArray();
    for (const auto& kind : summary.kinds) {
        json.beginObject().member("kind", kind.kind);
        writeAmount(json, "kept", kind.kept);
        writeAmount(json, "expired", kind.expired);
        writeAmount(json, "damaged", kind.damaged);
        writeAmount(json, "evicted", kind.evicted);
        json.endObject();
    }
    json.endArray().member("foreign_files", summary.foreignFiles);
    json.member("empty_folders", summary.emptyFolders).key("error");
    summary.error ? json.value(summary.error->detail) : json.null();
    json.endObject();
    return text;
}

void print(const cache::CacheCleanupSummary& summary, const CacheCleanupArguments& arguments)
{
    const auto text = arguments.format == OutputFormat::Json
                          ? summaryJson(summary, arguments.dryRun)
                          : cache::describeCleanup(summary, arguments.dryRun);
    std::fputs((text + "\n").c_str(), stdout);
    // Show each pass of a repeated cleanup at once, even when the output is a pipe.
    std::fflush(stdout);
}

/// A folder that does not exist yet counts as clean.
ExitCode cleanOnce(const std::filesystem::path& folder,
                   const cache::CacheCleanupOptions& options,
                   const CacheCleanupArguments& arguments)
{
    auto summary = cache::cleanUpCache(folder, options, {});
    if (!summary && summary.error().kind == ErrorKind::NotFound)
        summary = cache::CacheCleanupSummary();
    if (summary)
        print(*summary, arguments);
    const auto error = summary ? summary->error : std::optional(summary.error());
    if (error)
        complain(*error);
    return error ? ExitCode::Failed : ExitCode::Ok;
}

/// Returns false when a stop signal came before the end of the interval.
bool waitFor(std::chrono::nanoseconds interval)
{
    constexpr long kNsPerSecond = 1'000'000'000;
    const auto signals = stopSignals();
    const timespec time{.tv_sec = interval.count() / kNsPerSecond,
                        .tv_nsec = interval.count() % kNsPerSecond};
    return ::sigtimedwait(&signals, nullptr, &time) < 0;
}

} // namespace

ExitCode run(const CacheCleanupArguments& arguments)
{
    const auto settings = cacheSettings(arguments);
    if (!settings)
        return ExitCode::Usage;
    std::chrono::nanoseconds interval = settings->cleanup.interval;
    if (arguments.repeat && !arguments.repeat->empty()) {
        const auto given = config::parseDuration(*arguments.repeat);
        if (!given) {
            complain("--repeat", given.error());
            return ExitCode::Usage;
        }
        interval = *given;
    }
    const cache::CacheCleanupOptions options{.lifetimes = settings->lifetimes,
                                             .quotaBytes = settings->cleanup.quotaBytes,
                                             .minFreeBytes = settings->cleanup.minFreeBytes,
                                             .dryRun = arguments.dryRun,
                                             .processStart = std::chrono::system_clock::now()};
    if (!arguments.repeat)
        return cleanOnce(*settings->cacheDir, options, arguments);
    const auto signals = stopSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    do {
        cleanOnce(*settings->cacheDir, options, arguments);
    } while (waitFor(interval));
    return ExitCode::Ok;
}

} // namespace faultline::app
