// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/cache_cleaner.h"

#include "core/base/contained.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace faultline::cache {

namespace {

/// Right after its start, the program needs the disk for other things.
constexpr std::chrono::minutes kFirstAfter{1};

CacheCleanupOptions startingNow(CacheCleanupOptions options)
{
    if (!options.processStart)
        options.processStart = std::chrono::system_clock::now();
    return options;
}

} // namespace

CacheCleaner::CacheCleaner(std::filesystem::path folder,
                           CacheCleanupOptions options,
                           std::chrono::milliseconds interval,
                           LogSink& log)
    : m_folder(std::move(folder)), m_options(startingNow(std::move(options))), m_interval(interval),
      m_log(log)
{
    auto thread = startThread([this](const std::stop_token& stop) { run(stop); });
    if (thread)
        m_thread = *std::move(thread);
    else
        m_log.write(LogLevel::Warning, "cache",
                    concat("the cache is not cleaned: ", thread.error().detail));
}

void CacheCleaner::run(const std::stop_token& stop) const
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    auto pause = std::min<std::chrono::milliseconds>(m_interval, kFirstAfter);
    while (!stop.stop_requested()) {
        never.wait_for(lock, stop, std::exchange(pause, m_interval), [] { return false; });
        if (stop.stop_requested())
            return;
        containedAlone([&] { cleanOnce(stop); });
    }
}

void CacheCleaner::cleanOnce(const std::stop_token& stop) const
{
    const auto summary = contained([&] { return cleanUpCache(m_folder, m_options, stop); });
    if (summary)
        m_log.write(LogLevel::Info, "cache", describeCleanup(*summary, m_options.dryRun));
    const auto error = summary ? summary->error : std::optional(summary.error());
    // A folder that does not exist yet is not an error.
    if (error && error->kind != ErrorKind::Cancelled && error->kind != ErrorKind::NotFound)
        m_log.write(LogLevel::Warning, "cache", concat("cleanup: ", error->detail));
}

} // namespace faultline::cache
