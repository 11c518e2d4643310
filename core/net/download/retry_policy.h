// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/net/download/download_policy.h"
#include "core/net/transport/transport.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace faultline::net {

/// How an attempt failed, and what the server said about retrying.
struct FailedAttempt
{
    const Error& error;
    std::uint32_t attempts = 1;                     ///< Attempts so far.
    std::chrono::milliseconds left{0};              ///< Time left for the whole download.
    std::optional<std::chrono::seconds> retryAfter; ///< The wait that the server asked for.
};

/// How long to wait before the next attempt; absent when there is none. Absence, refusal and
/// cancellation are final, as are forbidden addresses (docs/spec/sources-and-caches.md §8.5). The
/// wait is the one that the server asked for, otherwise the policy's delay, doubled with every
/// attempt. A wait that exceeds the time left is not begun.
std::optional<std::chrono::milliseconds> delayBeforeRetry(const FailedAttempt& failed,
                                                          const DownloadPolicy& policy);

/// The value of Retry-After in seconds (RFC 9110 §10.2.3); absent for anything else. A date counts
/// relative to the answer's own Date, so that the clocks need not agree.
std::optional<std::chrono::seconds> retryAfterOf(const HttpHead& head);

} // namespace faultline::net
