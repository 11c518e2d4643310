#pragma once

#include "core/base/log.h"
#include "core/cache/cache_cleanup.h"

#include <thread>

namespace faultline::cache {

/// Cleans a cache folder again and again on a thread of its own, first after a minute (or one
/// interval, where that is shorter). What it removed is logged. The destructor ends a pass under
/// way.
class CacheCleaner
{
public:
    /// `log` outlives it. Malformed entries are judged by when this object was made.
    CacheCleaner(std::filesystem::path folder,
                 CacheCleanupOptions options,
                 std::chrono::milliseconds interval,
                 LogSink& log);

private:
    void run(const std::stop_token& stop) const;

    const std::filesystem::path m_folder;
    const CacheCleanupOptions m_options;
    const std::chrono::milliseconds m_interval;
    LogSink& m_log;
    std::jthread m_thread; // Last: joined before the rest goes.
};

} // namespace faultline::cache
