// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/net/download/urgency.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace faultline::net {

/// Decides which transfer starts next: the most urgent, among equals the longest waiting. Transfers
/// of one host, of all hosts together, and files that are open at once have limits. A transfer of a
/// local file has no host and waits for open files only. Each call costs the logarithm of what
/// waits. Not thread-safe.
class TransferQueue
{
public:
    struct Limits
    {
        std::uint32_t perHost = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t total = std::numeric_limits<std::uint32_t>::max(); ///< For all hosts.
        std::uint32_t openFiles = std::numeric_limits<std::uint32_t>::max();
    };

    explicit TransferQueue(const Limits& limits) : m_limits(limits) {}

    /// Ids grow in the order of asking. An empty `host` means a local file.
    void add(std::uint64_t id, const std::string& host, Urgency urgency = Urgency::Ordinary);

    /// Takes a transfer out of the queue. `urgency` is that of add(). Returns false if it does not
    /// wait there.
    bool remove(std::uint64_t id, const std::string& host, Urgency urgency = Urgency::Ordinary);

    /// Returns the first transfer that may start, and counts it as running with one open file.
    std::optional<std::uint64_t> take();

    /// A transfer that take() returned has ended, and so has its open file.
    void ended(const std::string& host);

    void fileOpened() { ++m_openFiles; }

    void fileClosed() { --m_openFiles; }

private:
    using Place = std::pair<Urgency, std::uint64_t>; ///< In the order of their turns.

    struct Host
    {
        std::set<Place> waiting;
        std::uint32_t running = 0;
    };

    using Hosts = std::map<std::string, Host, std::less<>>;

    bool mayStart(const Hosts::value_type& host) const;
    void update(Hosts::iterator host);
    void forget(const Hosts::value_type& host);

    const Limits m_limits;
    Hosts m_hosts; ///< Those with a waiting or running transfer.
    /// The hosts below their limit, by their first waiting transfer.
    std::map<Place, Hosts::iterator> m_ready;
    std::uint32_t m_running = 0;   ///< For all hosts together.
    std::uint32_t m_openFiles = 0; ///< Includes the files of running transfers.
};

} // namespace faultline::net
