// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_cleanup.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace faultline::engine {

/// By which a cache folder is kept small.
struct CacheRules
{
    cache::CacheLifetimeSet lifetimes{};
    std::optional<std::uint64_t> quotaBytes{};   ///< Absent means no limit.
    std::optional<std::uint64_t> minFreeBytes{}; ///< Absent means none.
    /// Between two cleanings; absent: the folder is cleaned on request only.
    std::optional<std::chrono::milliseconds> interval{};
};

/// The entries of one kind.
struct CacheKindState
{
    std::string kind{};
    cache::CacheCategory category = cache::CacheCategory::Derived;
    cache::CacheAmount kept{};
    cache::CacheAmount past{};         ///< Expired or damaged; the next cleaning removes them.
    std::chrono::seconds unusedFor{0}; ///< Of the entry that was not used for longest.
};

/// What a cache folder has. Sizes are those on disk.
struct CacheState
{
    std::filesystem::path folder{};
    CacheRules rules{};
    std::vector<CacheKindState> kinds{}; ///< Sorted by name. Empty while the folder does not exist.
    std::uint64_t usedLately = 0;        ///< Entries that were used within kLately.
    std::optional<std::uint64_t> freeBytes{}; ///< Of the disk; absent when it is unknown.
    std::optional<Error> error{};             ///< Something could not be read; the rest counts.

    static constexpr std::chrono::hours kLately{7 * 24};
};

/// Something was done with a cache folder.
struct CacheWork
{
    enum class Kind : std::uint8_t { CleanUp, Verify, Clear };

    Kind kind = Kind::CleanUp;
    cache::CacheAmount removed{};
    std::uint64_t sound = 0;      ///< Verify: undamaged entries.
    std::uint64_t damaged = 0;    ///< Verify: entries that were damaged, and are removed.
    std::optional<Error> error{}; ///< The first thing that did not work.
};

using CacheNotice = std::variant<CacheState, CacheWork>;

/// The commands of a CacheService. They return at once; the answers are notices. After a
/// CacheWork a new CacheState follows.
class CacheDesk
{
public:
    virtual ~CacheDesk() = default;

    virtual void measure() = 0;
    /// Uses these rules from now on, also for the cleaning at intervals.
    virtual void setRules(CacheRules rules) = 0;
    virtual void cleanUp() = 0;
    /// Reads every entry completely and removes the damaged ones.
    virtual void verify() = 0;
    /// Removes the entries of these kinds; of all kinds if none is named.
    virtual void clear(std::vector<std::string> kinds) = 0;
    /// Ends what is being done and what waits.
    virtual void cancel() = 0;
};

} // namespace faultline::engine
