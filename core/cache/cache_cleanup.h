// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Options of one cleanup pass. A pass removes entries that have expired by the rules of look-ups,
/// and damaged entries. Then it removes the least recently used entries until the folder fits the
/// budget.
struct CacheCleanupOptions
{
    CacheLifetimeSet lifetimes{};
    std::optional<std::uint64_t> quotaBytes{}; ///< Absent means no limit.
    std::optional<std::uint64_t>
        minFreeBytes{}; ///< Space to keep free on the disk; absent means none.
    bool dryRun = false;
    /// Malformed entries older than this count as expired, so that a better reader can try again.
    std::optional<std::chrono::system_clock::time_point> processStart{}; ///< Absent means now.
    std::function<std::chrono::system_clock::time_point()>
        now{};                                  ///< For tests; null means the system clock.
    std::function<std::uint64_t()> freeBytes{}; ///< For tests; null means the file system's answer.
};

struct CacheAmount
{
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0; ///< Size on disk, in whole pages.

    void add(std::uint64_t diskBytes)
    {
        ++entries;
        bytes += diskBytes;
    }

    friend bool operator==(const CacheAmount&, const CacheAmount&) = default;
};

/// Result of a pass for one kind of entry.
struct CacheKindCleanup
{
    std::string kind;
    CacheAmount kept;
    CacheAmount expired; ///< This and the next two count removed entries.
    CacheAmount damaged;
    CacheAmount evicted;

    friend bool operator==(const CacheKindCleanup&, const CacheKindCleanup&) = default;
};

struct CacheCleanupSummary
{
    std::vector<CacheKindCleanup> kinds; ///< Sorted by name.
    std::uint64_t foreignFiles = 0;      ///< Files that are not entries of ours; they are kept.
    std::uint64_t emptyFolders = 0;      ///< Number of folders removed.
    std::optional<Error> error; ///< The first file or folder that could not be listed or removed.
};

/// Runs one pass. It is safe while other processes use the folder: their mapped entries stay
/// readable, and later look-ups miss. An entry used in the last five minutes is not evicted.
/// Errors: NotFound (no such folder), Cancelled.
Result<CacheCleanupSummary> cleanUpCache(const std::filesystem::path& folder,
                                         const CacheCleanupOptions& options,
                                         const std::stop_token& stop);

/// "removed 3 entries (12.0 KiB): 2 expired, 1 damaged; 10 entries (1.5 MiB) kept".
std::string describeCleanup(const CacheCleanupSummary& summary, bool dryRun);

/// "1.5 MiB".
std::string sizeText(std::uint64_t bytes);

} // namespace faultline::cache
