// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/deadline_queue.h"

#include "core/base/contained.h"

namespace faultline::server {

Result<std::unique_ptr<DeadlineQueue>> DeadlineQueue::create()
{
    std::unique_ptr<DeadlineQueue> queue(new DeadlineQueue);
    FL_TRY(queue->m_thread,
           startThread([raw = queue.get()](const std::stop_token& stop) { raw->work(stop); }));
    return queue;
}

DeadlineQueue::~DeadlineQueue() = default;

DeadlineQueue::Ticket DeadlineQueue::schedule(Clock::duration delay, Action action)
{
    Ticket ticket{.due = Clock::now() + delay};
    bool isFirst = false;
    {
        const std::lock_guard lock(m_mutex);
        ticket.sequence = m_sequence++;
        m_actions.emplace(ticket, std::move(action));
        isFirst = m_actions.begin()->first == ticket;
    }
    // The thread sleeps until the first deadline; a later one does not concern it yet.
    if (isFirst)
        m_wake.notify_one();
    return ticket;
}

void DeadlineQueue::cancel(const Ticket& ticket)
{
    std::map<Ticket, Action>::node_type forgotten; // Destroyed without the lock.
    const std::lock_guard lock(m_mutex);
    forgotten = m_actions.extract(ticket);
}

void DeadlineQueue::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        if (m_actions.empty()) {
            m_wake.wait(lock, stop, [this] { return !m_actions.empty(); });
            continue;
        }
        const auto first = m_actions.begin();
        if (const auto ticket = first->first; ticket.due > Clock::now()) {
            m_wake.wait_until(lock, stop, ticket.due, [this, ticket] {
                return m_actions.empty() || m_actions.begin()->first < ticket;
            });
            continue;
        }
        auto action = std::move(first->second);
        m_actions.erase(first);
        lock.unlock();
        containedAlone(action);
        action = nullptr;
        lock.lock();
    }
}

} // namespace faultline::server
