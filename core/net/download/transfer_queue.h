// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/work_lane.h"
#include "core/net/download/urgency.h"

#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace faultline::net {

/// Decides which transfer starts next: the most urgent; among equals the lanes have their turns,
/// and in a lane the longest waiting one is first. Transfers of one host, of all hosts together,
/// and files that are open at once have limits. A transfer of a local file has no host and waits
/// for open files only. Each call costs the logarithm of what waits. Not thread-safe.
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

    /// An empty `host` means a local file.
    void add(std::uint64_t id,
             const std::string& host,
             Urgency urgency = Urgency::Ordinary,
             WorkLane lane = WorkLane::Common);

    /// Takes a transfer out of the queue. Returns false if it does not wait there.
    bool remove(std::uint64_t id, const std::string& host);

    /// Returns the first transfer that may start, and counts it as running with one open file.
    std::optional<std::uint64_t> take();

    /// A transfer that take() returned has ended, and so has its open file.
    void ended(const std::string& host);

    void fileOpened() { ++m_openFiles; }

    void fileClosed() { --m_openFiles; }

private:
    /// What stands for the order of turns. A lane's turns follow each other by one, and the first
    /// is the next after the present turn of that urgency, so that no lane takes two in a row while
    /// another waits (fair queueing).
    struct Place
    {
        Urgency urgency = Urgency::Ordinary;
        std::uint64_t turn = 0;
        std::uint64_t id = 0;

        auto operator<=>(const Place&) const = default;
    };

    /// A lane's transfers of one urgency.
    struct Lane
    {
        std::uint64_t lastTurn = 0;
        std::uint32_t waiting = 0;
    };

    using LaneKey = std::pair<Urgency, WorkLane>;

    struct Waiting
    {
        Place place;
        WorkLane lane = WorkLane::Common;
    };

    struct Host
    {
        std::set<Place> waiting;
        std::uint32_t running = 0;
    };

    using Hosts = std::map<std::string, Host, std::less<>>;

    bool mayStart(const Hosts::value_type& host) const;
    void update(Hosts::iterator host);
    void forget(const Hosts::value_type& host);
    Place placeFor(std::uint64_t id, Urgency urgency, WorkLane lane);
    void leave(std::uint64_t id);

    const Limits m_limits;
    Hosts m_hosts; ///< Those with a waiting or running transfer.
    /// The hosts below their limit, by their first waiting transfer.
    std::map<Place, Hosts::iterator> m_ready;
    std::unordered_map<std::uint64_t, Waiting> m_waiting;
    std::map<LaneKey, Lane> m_lanes;            ///< Those with a waiting transfer.
    std::map<Urgency, std::uint64_t> m_present; ///< The turns that were taken last.
    std::uint32_t m_running = 0;                ///< For all hosts together.
    std::uint32_t m_openFiles = 0;              ///< Includes the files of running transfers.
};

} // namespace faultline::net
