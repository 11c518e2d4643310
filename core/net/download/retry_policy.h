#pragma once

#include "core/base/error.h"
#include "core/net/download/download_policy.h"
#include "core/net/transport/transport.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace faultline::net {

/// How an attempt failed, and what the server said of another one.
struct FailedAttempt
{
    const Error& error;
    std::uint32_t attempts = 1;                     ///< So far.
    std::chrono::milliseconds left{0};              ///< Of the time for the whole download.
    std::optional<std::chrono::seconds> retryAfter; ///< What the server asked for.
};

/// How long to wait before the next attempt; absent: no further one. Absence, refusal and
/// cancellation are final, as are addresses that may not be connected to
/// (docs/spec/sources-and-caches.md §8.5). The wait is what the server asked for, else the policy's
/// delay, doubled with every attempt; one that would outlast the time left is not begun.
std::optional<std::chrono::milliseconds> delayBeforeRetry(const FailedAttempt& failed,
                                                          const DownloadPolicy& policy);

/// A Retry-After in seconds (RFC 9110 §10.2.3); absent for anything else. Dates are taken relative
/// to the answer's own Date, so that clocks need not agree.
std::optional<std::chrono::seconds> retryAfterOf(const HttpHead& head);

} // namespace faultline::net
