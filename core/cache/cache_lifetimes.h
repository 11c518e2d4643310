#pragma once

#include <chrono>
#include <optional>

namespace faultline {

/// Lifetimes of cache entries, per category (spec/sources-and-caches.md §9.5); absent means never.
struct CacheLifetimes
{
    std::optional<std::chrono::seconds> maxUnusedFor;
    std::optional<std::chrono::seconds> retryMissesAfter;
    std::optional<std::chrono::seconds> retryMissesAfterPublic;
    std::optional<std::chrono::seconds> retryMalformedAfter;
};

} // namespace faultline
