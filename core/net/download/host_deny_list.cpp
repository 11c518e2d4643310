// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/host_deny_list.h"

#include "core/base/result.h"
#include "core/net/transport/http_status.h"

#include <algorithm>

namespace faultline::net {

std::optional<Error> HostDenyList::refusal(const std::string& host, Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    if (!isBlocked(host, now))
        return std::nullopt;
    return Error{.kind = ErrorKind::DownloadFailed,
                 .detail = concat("Host ", host,
                                  " is temporarily blocked because there were too many download "
                                  "failures. It will remain blocked for a maximum of ",
                                  durationText(m_policy.blockTime),
                                  ". The error that triggered the block was: `",
                                  m_blocks.at(host).trigger, "`."),
                 .momentary = true};
}

std::optional<HostDenyList::Clock::duration> HostDenyList::blockedFor(const std::string& host,
                                                                      Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    if (!isBlocked(host, now))
        return std::nullopt;
    return m_blocks.at(host).until - now;
}

std::vector<BlockedHost> HostDenyList::blockedHosts(Clock::time_point now)
{
    std::vector<BlockedHost> hosts;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [host, block] : m_blocks)
            if (now < block.until)
                hosts.push_back({.host = host,
                                 .left = std::chrono::ceil<std::chrono::seconds>(block.until - now),
                                 .trigger = block.trigger});
    }
    std::ranges::sort(hosts, {}, &BlockedHost::host);
    return hosts;
}

bool HostDenyList::unblock(const std::string& host)
{
    const std::lock_guard lock(m_mutex);
    m_failures.erase(host);
    return m_blocks.erase(host) != 0;
}

bool HostDenyList::counts(const std::string& host, const Error& error) const
{
    const bool isOfHost =
        error.kind == ErrorKind::DownloadFailed || error.kind == ErrorKind::Timeout;
    return m_policy.enabled && isOfHost && !error.momentary &&
           std::ranges::find(m_policy.neverBlockHosts, host) == m_policy.neverBlockHosts.end();
}

void HostDenyList::recordFailure(const std::string& host, const Error& error, Clock::time_point now)
{
    if (!counts(host, error))
        return;
    const std::lock_guard lock(m_mutex);
    forgetQuietHosts(now);
    if (isBlocked(host, now) || countFailure(host, now) < m_policy.threshold)
        return;
    m_blocks[host] = {.until = now + m_policy.blockTime, .trigger = error.describe()};
    m_failures.erase(host);
}

/// Failures of the host within the window, including this one. Requires the lock.
std::uint32_t HostDenyList::countFailure(const std::string& host, Clock::time_point now)
{
    const auto sinceEpoch = now.time_since_epoch();
    const auto bucketSize = std::max<Clock::duration>(m_policy.bucketSize, Clock::duration(1));
    const Clock::time_point start(sinceEpoch - sinceEpoch % bucketSize);
    auto& buckets = m_failures[host];
    while (!buckets.empty() && buckets.front().start + m_policy.timeWindow < now)
        buckets.pop_front();
    if (buckets.empty() || buckets.back().start != start)
        buckets.push_back({start, 0});
    ++buckets.back().failures;
    std::uint32_t total = 0;
    for (const auto& bucket : buckets)
        total += bucket.failures;
    return total;
}

/// Requires the lock. Removes a block that has ended.
bool HostDenyList::isBlocked(const std::string& host, Clock::time_point now)
{
    const auto block = m_blocks.find(host);
    if (block == m_blocks.end())
        return false;
    if (now < block->second.until)
        return true;
    m_blocks.erase(block);
    return false;
}

/// Requests name the hosts, so what is remembered about them must not grow without limit.
void HostDenyList::forgetQuietHosts(Clock::time_point now)
{
    std::erase_if(m_failures, [&](const auto& entry) {
        return entry.second.back().start + m_policy.timeWindow < now;
    });
    std::erase_if(m_blocks, [&](const auto& entry) { return entry.second.until <= now; });
}

} // namespace faultline::net
