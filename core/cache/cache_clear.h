// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_cleanup.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::cache {

/// Which entries to remove. An entry goes if it fits any of these.
struct CacheSelection
{
    bool failures = false;              ///< Remembered failures.
    bool derived = false;               ///< What was made from other files.
    bool everything = false;            ///< Damaged entries too.
    std::vector<std::string> kinds{};   ///< Names of kinds, with their damaged entries.
    std::vector<std::string> sources{}; ///< Ids of sources.
    /// Names of files (`libc.so.6`), or ids: debug id, code id or build id with at least 8 digits.
    /// An id is looked for in the places of the entry's files.
    std::vector<std::string> modules{};
};

struct CacheClearSummary
{
    CacheAmount removed;
    CacheAmount kept;
    std::uint64_t foreignFiles = 0; ///< Not entries of ours; they are kept.
    std::uint64_t failed = 0;       ///< Entries that could not be removed.
};

enum class ClearMode : std::uint8_t { Remove, DryRun };

/// Removes entries from a cache folder. Processes that use the folder make them again when they
/// need them; what they hold in memory stays until they forget it. An imported entry has no key
/// text, so no source or module selects it. Errors: NotFound (no such folder), Cancelled, those of
/// listing.
Result<CacheClearSummary> clearCache(const std::filesystem::path& folder,
                                     const CacheSelection& selection,
                                     ClearMode mode,
                                     const std::stop_token& stop);

} // namespace faultline::cache
