// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/transfer_queue.h"

#include <algorithm>

namespace faultline::net {

void TransferQueue::add(std::uint64_t id, const std::string& host, Urgency urgency, WorkLane lane)
{
    const auto at = m_hosts.try_emplace(host).first;
    forget(*at);
    at->second.waiting.insert(placeFor(id, urgency, lane));
    update(at);
}

TransferQueue::Place TransferQueue::placeFor(std::uint64_t id, Urgency urgency, WorkLane lane)
{
    auto& turns = m_lanes[{urgency, lane}];
    turns.lastTurn = std::max(turns.lastTurn, m_present[urgency]) + 1;
    ++turns.waiting;
    const Place place{.urgency = urgency, .turn = turns.lastTurn, .id = id};
    m_waiting.emplace(id, Waiting{.place = place, .lane = lane});
    return place;
}

bool TransferQueue::remove(std::uint64_t id, const std::string& host)
{
    const auto at = m_hosts.find(host);
    const auto found = m_waiting.find(id);
    if (at == m_hosts.end() || found == m_waiting.end() ||
        !at->second.waiting.contains(found->second.place))
        return false;
    forget(*at);
    at->second.waiting.erase(found->second.place);
    update(at);
    leave(id);
    return true;
}

void TransferQueue::leave(std::uint64_t id)
{
    const auto found = m_waiting.find(id);
    const auto lane = m_lanes.find({found->second.place.urgency, found->second.lane});
    if (--lane->second.waiting == 0)
        m_lanes.erase(lane);
    m_waiting.erase(found);
}

std::optional<std::uint64_t> TransferQueue::take()
{
    if (m_openFiles >= m_limits.openFiles || m_ready.empty())
        return std::nullopt;
    auto next = m_ready.begin();
    if (m_running >= m_limits.total) {
        // Only a local file may start.
        const auto local = m_hosts.find("");
        if (local == m_hosts.end() || local->second.waiting.empty())
            return std::nullopt;
        next = m_ready.find(*local->second.waiting.begin());
    }
    const auto [place, host] = *next;
    forget(*host);
    host->second.waiting.erase(place);
    ++host->second.running;
    ++m_openFiles;
    if (!host->first.empty())
        ++m_running;
    update(host);
    auto& present = m_present[place.urgency];
    present = std::max(present, place.turn);
    leave(place.id);
    return place.id;
}

void TransferQueue::ended(const std::string& host)
{
    const auto place = m_hosts.find(host);
    forget(*place);
    --place->second.running;
    --m_openFiles;
    if (!host.empty())
        --m_running;
    update(place);
}

bool TransferQueue::mayStart(const Hosts::value_type& host) const
{
    return !host.second.waiting.empty() &&
           (host.first.empty() || host.second.running < m_limits.perHost);
}

/// Brings the host's place among the ready ones up to date; forget() was called before the change.
void TransferQueue::update(Hosts::iterator host)
{
    if (mayStart(*host))
        m_ready.emplace(*host->second.waiting.begin(), host);
    else if (host->second.waiting.empty() && host->second.running == 0)
        m_hosts.erase(host);
}

void TransferQueue::forget(const Hosts::value_type& host)
{
    if (mayStart(host))
        m_ready.erase(*host.second.waiting.begin());
}

} // namespace faultline::net
