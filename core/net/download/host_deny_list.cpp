// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/host_deny_list.h"

#include "core/base/result.h"
#include "core/net/transport/http_status.h"

#include <algorithm>
#include <utility>

namespace faultline::net {

std::optional<Error> HostDenyList::refusal(const HostAsked& host, Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    if (!isBlocked(host, now))
        return std::nullopt;
    return Error{.kind = ErrorKind::DownloadFailed,
                 .detail = concat("Host ", host.host,
                                  " is temporarily blocked because there were too many download "
                                  "failures. It will remain blocked for a maximum of ",
                                  durationText(m_policy.blockTime),
                                  ". The error that triggered the block was: `",
                                  m_blocks.at(host).trigger, "`."),
                 .momentary = true};
}

std::optional<HostDenyList::Clock::duration> HostDenyList::blockedFor(const HostAsked& host,
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
    const std::lock_guard lock(m_mutex);
    for (const auto& [asked, block] : m_blocks) {
        if (block.until <= now)
            continue;
        BlockedHost blocked{.host = asked.host,
                            .left = std::chrono::ceil<std::chrono::seconds>(block.until - now),
                            .trigger = block.trigger};
        if (hosts.empty() || hosts.back().host != asked.host)
            hosts.push_back(std::move(blocked));
        else if (hosts.back().left < blocked.left)
            hosts.back() = std::move(blocked);
    }
    return hosts;
}

bool HostDenyList::unblock(const std::string& host)
{
    const std::lock_guard lock(m_mutex);
    const auto isHost = [&](const auto& entry) { return entry.first.host == host; };
    std::erase_if(m_failures, isHost);
    return std::erase_if(m_blocks, isHost) != 0;
}

bool HostDenyList::counts(const std::string& host, const Error& error) const
{
    const auto kind = broadKind(error.kind);
    const bool isOfHost = kind == ErrorKind::DownloadFailed || kind == ErrorKind::Timeout;
    return m_policy.enabled && isOfHost && !error.momentary &&
           std::ranges::find(m_policy.neverBlockHosts, host) == m_policy.neverBlockHosts.end();
}

void HostDenyList::recordFailure(const HostAsked& host, const Error& error, Clock::time_point now)
{
    if (!counts(host.host, error))
        return;
    const std::lock_guard lock(m_mutex);
    forgetQuietHosts(now);
    if (isBlocked(host, now) || countFailure(host, now) < m_policy.threshold)
        return;
    m_blocks[host] = {.until = now + m_policy.blockTime, .trigger = error.describe()};
    m_failures.erase(host);
}

/// Failures of the host within the window, including this one. Requires the lock.
std::uint32_t HostDenyList::countFailure(const HostAsked& host, Clock::time_point now)
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
bool HostDenyList::isBlocked(const HostAsked& host, Clock::time_point now)
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
