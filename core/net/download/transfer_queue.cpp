// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/download/transfer_queue.h"

namespace faultline::net {

void TransferQueue::add(std::uint64_t id, const std::string& host, Urgency urgency)
{
    const auto place = m_hosts.try_emplace(host).first;
    forget(*place);
    place->second.waiting.emplace(urgency, id);
    update(place);
}

bool TransferQueue::remove(std::uint64_t id, const std::string& host, Urgency urgency)
{
    const auto place = m_hosts.find(host);
    if (place == m_hosts.end() || !place->second.waiting.contains({urgency, id}))
        return false;
    forget(*place);
    place->second.waiting.erase({urgency, id});
    update(place);
    return true;
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
    return place.second;
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
