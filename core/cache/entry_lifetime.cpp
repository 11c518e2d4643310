// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/entry_lifetime.h"

#include <algorithm>

namespace faultline::cache {

namespace {

using std::chrono::seconds;

seconds passed(CacheTime since, CacheTime now)
{
    return std::max(seconds(0), std::chrono::duration_cast<seconds>(now - since));
}

} // namespace

seconds failureLifetime(ErrorKind kind, const CacheLifetimes& lifetimes, bool isGlobal)
{
    const auto misses = (isGlobal ? lifetimes.retryMissesAfterPublic : lifetimes.retryMissesAfter)
                            .value_or(kForever);
    switch (kind) {
    case ErrorKind::Malformed:
    case ErrorKind::TooLarge: return lifetimes.retryMalformedAfter.value_or(kForever);
    case ErrorKind::Timeout:
    case ErrorKind::DownloadFailed:
    case ErrorKind::Restricted:
        return std::min(misses, lifetimes.retryTransientAfter.value_or(kForever));
    case ErrorKind::NotFound:
    case ErrorKind::PermissionDenied:
    case ErrorKind::Unsupported: return misses;
    case ErrorKind::Cancelled:
    case ErrorKind::Internal:
    case ErrorKind::SwitchedOff:
    case ErrorKind::NoDescriptor:
    case ErrorKind::Conflict: break;
    }
    return seconds(0);
}

seconds remainingFailureLifetime(ErrorKind kind,
                                 CacheTime createdAt,
                                 CacheTime now,
                                 CacheTime processStart,
                                 const CacheLifetimes& lifetimes,
                                 bool isGlobal)
{
    // The clock ran ahead when the time was recorded, so the age is unknown.
    if (createdAt > now)
        return seconds(0);
    if (broadKind(kind) == ErrorKind::Malformed && createdAt < processStart)
        return seconds(0);
    return failureLifetime(kind, lifetimes, isGlobal) - passed(createdAt, now);
}

PayloadAge payloadAge(CacheTime lastUsed, CacheTime now, const CacheLifetimes& lifetimes)
{
    // Marking the use replaces a time in the future.
    if (lastUsed > now)
        return PayloadAge::NeedsTouch;
    const auto age = passed(lastUsed, now);
    if (lifetimes.maxUnusedFor && age >= *lifetimes.maxUnusedFor)
        return PayloadAge::Expired;
    return age >= kTouchInterval ? PayloadAge::NeedsTouch : PayloadAge::Fresh;
}

} // namespace faultline::cache
