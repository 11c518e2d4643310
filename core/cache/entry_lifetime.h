// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cache/cache_lifetimes.h"

#include <chrono>

namespace faultline::cache {

using CacheTime = std::chrono::system_clock::time_point;

/// A use is recorded at most once in this time (docs/spec/sources-and-caches.md §9.6).
inline constexpr std::chrono::seconds kTouchInterval = std::chrono::hours(1);
/// A better file than the one that an entry was made from is searched for at most once in this
/// time.
inline constexpr std::chrono::seconds kUpgradeInterval = std::chrono::hours(1);
/// Stands for "never expires".
inline constexpr std::chrono::seconds kForever = std::chrono::hours(24 * 365 * 100);

/// How long a failure is remembered; zero for kinds of failure that are not kept.
std::chrono::seconds
failureLifetime(ErrorKind kind, const CacheLifetimes& lifetimes, bool isGlobal);

/// The time for which a failure on disk is still valid; zero or less means expired. A malformed one
/// from before `processStart` has expired, so that a better reader can try again. One from the
/// future has expired, too: the clock ran ahead when it was recorded.
std::chrono::seconds remainingFailureLifetime(ErrorKind kind,
                                              CacheTime createdAt,
                                              CacheTime now,
                                              CacheTime processStart,
                                              const CacheLifetimes& lifetimes,
                                              bool isGlobal);

/// What to do with a payload on disk, given its last use `lastUsed`. A use in the future needs a
/// new mark.
enum class PayloadAge : std::uint8_t { Fresh, NeedsTouch, Expired };

PayloadAge payloadAge(CacheTime lastUsed, CacheTime now, const CacheLifetimes& lifetimes);

} // namespace faultline::cache
