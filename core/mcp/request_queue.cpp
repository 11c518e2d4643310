// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mcp/request_queue.h"

#include "core/base/contained.h"

#include <utility>

namespace faultline::mcp {

Result<std::unique_ptr<RequestQueue>> RequestQueue::start(std::size_t threads)
{
    std::unique_ptr<RequestQueue> queue(new RequestQueue);
    for (std::size_t i = 0; i < threads; ++i) {
        FL_TRY(auto thread, startThread([queue = queue.get()](const std::stop_token& stop) {
                   queue->serve(stop);
               }));
        queue->m_threads.push_back(std::move(thread));
    }
    return queue;
}

RequestQueue::~RequestQueue()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        m_waiting.clear();
    }
    m_changed.notify_all();
}

bool RequestQueue::post(Work work)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_isEnding || m_waiting.size() >= kMostWaiting)
            return false;
        m_waiting.push_back(std::move(work));
    }
    m_changed.notify_all();
    return true;
}

void RequestQueue::finish()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting.empty() && m_running == 0; });
}

void RequestQueue::serve(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, stop, [this] { return m_isEnding || !m_waiting.empty(); });
        if (m_isEnding || stop.stop_requested())
            return;
        auto work = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_running;
        lock.unlock();
        containedAlone(work);
        lock.lock();
        --m_running;
        m_changed.notify_all();
    }
}

} // namespace faultline::mcp
