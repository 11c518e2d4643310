#pragma once

#include "core/base/error.h"
#include "core/cache/cache_lifetimes.h"

#include <chrono>

namespace faultline::cache {

using CacheTime = std::chrono::system_clock::time_point;

/// A use is recorded at most this often (docs/spec/sources-and-caches.md §9.6).
inline constexpr std::chrono::seconds kTouchInterval = std::chrono::hours(1);
/// Something better than the file that an entry was made from is looked for at most this often.
inline constexpr std::chrono::seconds kUpgradeInterval = std::chrono::hours(1);
/// Stands for "never expires".
inline constexpr std::chrono::seconds kForever = std::chrono::hours(24 * 365 * 100);

/// How long a failure is remembered; zero for kinds that are not kept at all.
std::chrono::seconds
failureLifetime(ErrorKind kind, const CacheLifetimes& lifetimes, bool isGlobal);

/// How much longer a failure on disk is valid; zero or less: expired. A malformed one from before
/// `processStart` has expired, so that a better reader gets its chance. A clock that went back
/// counts as no time passed.
std::chrono::seconds remainingFailureLifetime(ErrorKind kind,
                                              CacheTime createdAt,
                                              CacheTime now,
                                              CacheTime processStart,
                                              const CacheLifetimes& lifetimes,
                                              bool isGlobal);

/// What to do with a payload on disk that was last used at `lastUsed`.
enum class PayloadAge : std::uint8_t { Fresh, NeedsTouch, Expired };

PayloadAge payloadAge(CacheTime lastUsed, CacheTime now, const CacheLifetimes& lifetimes);

} // namespace faultline::cache
