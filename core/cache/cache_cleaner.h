// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/thread_start.h"
#include "core/cache/cache_cleanup.h"

namespace faultline::cache {

/// Cleans a cache folder at intervals on its own thread. The first pass begins after a minute, or
/// after one interval if that is shorter. It logs what it removed, or that there is no thread. The
/// destructor stops a running pass.
class CacheCleaner
{
public:
    /// `log` must outlive this object. Malformed entries from before this object's creation count
    /// as expired.
    CacheCleaner(std::filesystem::path folder,
                 CacheCleanupOptions options,
                 std::chrono::milliseconds interval,
                 LogSink& log);

private:
    void run(const std::stop_token& stop) const;
    void cleanOnce(const std::stop_token& stop) const;

    const std::filesystem::path m_folder;
    const CacheCleanupOptions m_options;
    const std::chrono::milliseconds m_interval;
    LogSink& m_log;
    Thread m_thread; // Must be the last member: it is joined before the others are destroyed.
};

} // namespace faultline::cache
