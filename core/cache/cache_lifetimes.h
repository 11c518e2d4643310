#pragma once

#include <chrono>
#include <optional>

namespace faultline {

/// Lifetimes of cache entries, per category; absent means never. The defaults are the documented
/// rules (design.md, "Caches on disk"); the reference's present values are in
/// spec/sources-and-caches.md §9.5.
struct CacheLifetimes
{
    std::optional<std::chrono::seconds> maxUnusedFor = std::chrono::hours(7 * 24);
    std::optional<std::chrono::seconds> retryMissesAfter = std::chrono::hours(1);
    std::optional<std::chrono::seconds> retryMissesAfterPublic = std::chrono::hours(1);
    std::optional<std::chrono::seconds> retryMalformedAfter = std::chrono::hours(24);
    /// Timeouts and failed downloads, when shorter than the rule for misses.
    std::optional<std::chrono::seconds> retryTransientAfter = std::chrono::minutes(5);
};

} // namespace faultline
