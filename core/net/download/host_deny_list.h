// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/net/download/download_policy.h"

#include <chrono>
#include <compare>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace faultline::net {

/// A host, and how it is asked. Failures count together only for those who ask in the same way:
/// another port, path or header may fail for reasons of its own, and a request may bring any.
struct HostAsked
{
    std::string host;
    std::string way{}; ///< Source::identity(), or another text that says the same.

    friend auto operator<=>(const HostAsked&, const HostAsked&) = default;
};

/// A host that is not asked for now.
struct BlockedHost
{
    std::string host;
    std::chrono::seconds left{}; ///< Until it is asked again.
    std::string trigger;         ///< The error that blocked it.
};

/// Remembers hosts that fail too often, so that they are not asked in that way for a while. A dead
/// server then does not slow down every request (docs/spec/sources-and-caches.md §8.7). In memory
/// only. Thread-safe.
class HostDenyList
{
public:
    using Clock = std::chrono::steady_clock;

    explicit HostDenyList(DenyListPolicy policy) : m_policy(std::move(policy)) {}

    /// Why the host must not be asked now. The error is valid only at this moment; no cache may
    /// keep it.
    std::optional<Error> refusal(const HostAsked& host, Clock::time_point now);

    /// How long the host will still be blocked; absent when it may be asked.
    std::optional<Clock::duration> blockedFor(const HostAsked& host, Clock::time_point now);

    /// Counts a failed download. Only DownloadFailed and Timeout count; other kinds say nothing
    /// about the host.
    void recordFailure(const HostAsked& host, const Error& error, Clock::time_point now);

    /// Sorted by name. A host that is blocked in several ways appears once, with the longest block.
    std::vector<BlockedHost> blockedHosts(Clock::time_point now);

    /// Allows the host again in every way and forgets its failures. Returns whether it was blocked.
    bool unblock(const std::string& host);

private:
    struct Bucket
    {
        Clock::time_point start;
        std::uint32_t failures = 0;
    };

    struct Block
    {
        Clock::time_point until;
        std::string trigger;
    };

    bool counts(const std::string& host, const Error& error) const;
    std::uint32_t countFailure(const HostAsked& host, Clock::time_point now);
    bool isBlocked(const HostAsked& host, Clock::time_point now);
    void forgetQuietHosts(Clock::time_point now);

    const DenyListPolicy m_policy;
    std::mutex m_mutex; // Guards all members after it.
    std::map<HostAsked, std::deque<Bucket>> m_failures;
    std::map<HostAsked, Block> m_blocks;
};

} // namespace faultline::net
