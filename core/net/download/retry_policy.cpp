// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/retry_policy.h"

#include "core/base/hex.h"
#include "core/net/transport/http_date.h"

#include <algorithm>

namespace faultline::net {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

bool isFinal(const Error& error)
{
    switch (error.kind) {
    case ErrorKind::NotFound:
    case ErrorKind::PermissionDenied:
    case ErrorKind::Cancelled:
    case ErrorKind::Restricted:
    case ErrorKind::SwitchedOff: return true;
    default: return false;
    }
}

} // namespace

std::optional<milliseconds> delayBeforeRetry(const FailedAttempt& failed,
                                             const DownloadPolicy& policy)
{
    if (isFinal(failed.error) || failed.attempts >= policy.maxAttempts)
        return std::nullopt;
    constexpr std::uint32_t kMaxDoublings = 10;
    auto delay = policy.retryDelay * (1u << std::min(failed.attempts - 1, kMaxDoublings));
    if (failed.retryAfter)
        delay = std::max<milliseconds>(delay, *failed.retryAfter);
    if (failed.left <= delay)
        return std::nullopt;
    return delay;
}

std::optional<seconds> retryAfterOf(const HttpHead& head)
{
    constexpr std::uint64_t kLongest = 366ull * 24 * 3600;
    if (const auto count = parseDecimal(head.retryAfter))
        return seconds(std::min(*count, kLongest));
    const auto until = parseHttpDate(head.retryAfter);
    const auto now = parseHttpDate(head.date);
    if (!until || !now)
        return std::nullopt;
    return std::clamp(std::chrono::duration_cast<seconds>(*until - *now), seconds(0),
                      seconds(kLongest));
}

} // namespace faultline::net
