#pragma once

#include "core/base/result.h"
#include "core/cache/cache_lifetimes.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::cache {

/// What one pass over a cache folder removes: what has expired by the rules that look-ups use, what
/// is damaged, and, least recently used first, what goes beyond the budget.
struct CacheCleanupOptions
{
    CacheLifetimeSet lifetimes{};
    std::optional<std::uint64_t> quotaBytes{}; ///< Absent: as much as there is.
    std::optional<std::uint64_t>
        minFreeBytes{}; ///< What the disk shall keep free; absent: nothing.
    bool dryRun = false;
    /// Malformed entries from before it have expired: a better reader shall get its chance.
    std::optional<std::chrono::system_clock::time_point> processStart{}; ///< Absent: now.
    std::function<std::chrono::system_clock::time_point()>
        now{};                                  ///< For tests; null: the system's.
    std::function<std::uint64_t()> freeBytes{}; ///< For tests; null: asks the file system.
};

struct CacheAmount
{
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0; ///< On disk, in whole pages.

    void add(std::uint64_t diskBytes)
    {
        ++entries;
        bytes += diskBytes;
    }

    friend bool operator==(const CacheAmount&, const CacheAmount&) = default;
};

/// One kind of entries after a pass.
struct CacheKindCleanup
{
    std::string kind;
    CacheAmount kept;
    CacheAmount expired; ///< Removed, like the next two.
    CacheAmount damaged;
    CacheAmount evicted;

    friend bool operator==(const CacheKindCleanup&, const CacheKindCleanup&) = default;
};

struct CacheCleanupSummary
{
    std::vector<CacheKindCleanup> kinds; ///< By name.
    std::uint64_t foreignFiles = 0;      ///< No entries of ours; left alone.
    std::uint64_t emptyFolders = 0;      ///< Removed.
    std::optional<Error> error;          ///< The first thing that could not be listed or removed.
};

/// One pass. Safe beside running processes: what they have mapped stays readable, what they look up
/// afterwards is a miss. An entry used within the last five minutes is not evicted. Errors:
/// NotFound (no such folder), Cancelled.
Result<CacheCleanupSummary> cleanUpCache(const std::filesystem::path& folder,
                                         const CacheCleanupOptions& options,
                                         const std::stop_token& stop);

/// "removed 3 entries (12.0 KiB): 2 expired, 1 damaged; 10 entries (1.5 MiB) kept".
std::string describeCleanup(const CacheCleanupSummary& summary, bool dryRun);

/// "1.5 MiB".
std::string sizeText(std::uint64_t bytes);

} // namespace faultline::cache
