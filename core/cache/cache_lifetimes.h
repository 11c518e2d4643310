// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_versions.h"

#include <chrono>
#include <optional>

namespace faultline::cache {

/// Lifetimes of the cache entries of one category; absent means never. The defaults are the
/// documented rules (docs/caches.md). docs/spec/sources-and-caches.md §9.5 lists Symbolicator's
/// present values.
struct CacheLifetimes
{
    std::optional<std::chrono::seconds> maxUnusedFor = std::chrono::hours(7 * 24);
    std::optional<std::chrono::seconds> retryMissesAfter = std::chrono::hours(1);
    std::optional<std::chrono::seconds> retryMissesAfterPublic = std::chrono::hours(1);
    std::optional<std::chrono::seconds> retryMalformedAfter = std::chrono::hours(24);
    /// For timeouts and failed downloads, if shorter than the rule for misses.
    std::optional<std::chrono::seconds> retryTransientAfter = std::chrono::minutes(5);
};

/// The lifetimes of all categories. Absence in an index is checked again sooner.
struct CacheLifetimeSet
{
    CacheLifetimes downloaded{};
    CacheLifetimes derived{};
    CacheLifetimes index{.maxUnusedFor = std::chrono::hours(7 * 24),
                         .retryMissesAfter = std::chrono::minutes(10),
                         .retryMissesAfterPublic = std::chrono::minutes(10),
                         .retryMalformedAfter = std::chrono::minutes(10),
                         .retryTransientAfter = std::chrono::minutes(5)};

    const CacheLifetimes& of(CacheCategory category) const
    {
        switch (category) {
        case CacheCategory::Downloaded: return downloaded;
        case CacheCategory::Derived: return derived;
        case CacheCategory::Index: return index;
        }
        return derived;
    }
};

} // namespace faultline::cache
