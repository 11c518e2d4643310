// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/worker_pool.h"

#include "core/base/contained.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

namespace faultline {

void WorkerPool::Queue::push(WorkLane lane, Task task)
{
    tasksOf(lane).push_back(std::move(task));
    ++m_size;
}

std::deque<WorkerPool::Task>& WorkerPool::Queue::tasksOf(WorkLane lane)
{
    const auto known = m_lanes.find(lane);
    if (known != m_lanes.end() || m_spare.empty())
        return known != m_lanes.end() ? known->second : m_lanes[lane];
    m_spare.key() = lane;
    return m_lanes.insert(std::move(m_spare)).position->second;
}

std::pair<WorkLane, WorkerPool::Task> WorkerPool::Queue::pop()
{
    while (true) {
        auto place = m_lanes.upper_bound(m_last);
        if (place == m_lanes.end())
            place = m_lanes.begin();
        m_last = place->first;
        auto& tasks = place->second;
        std::optional<Task> task;
        if (!tasks.empty()) { // A push that had no memory leaves an empty one.
            task = std::move(tasks.front());
            tasks.pop_front();
            --m_size;
        }
        if (tasks.empty())
            m_spare = m_lanes.extract(place);
        if (task)
            return {m_last, *std::move(task)};
    }
}

WorkerPool::WorkerPool(std::size_t threadCount)
    : m_threadLimit(threadCount > 0 ? threadCount
                                    : std::max(1u, std::thread::hardware_concurrency()))
{
    m_threads.reserve(m_threadLimit);
}

WorkerPool::~WorkerPool()
{
    std::unique_lock lock(m_mutex);
    m_isEnding = true;
    m_wake.notify_all();
    lock.unlock();
    // No more threads start now: a thread that could post has ended, or is a worker and sees
    // m_isEnding.
    for (auto& thread : m_threads)
        thread.join();
}

void WorkerPool::post(Task task)
{
    Task unserved;
    {
        const std::lock_guard lock(m_mutex);
        const bool hasRoom = m_threads.size() < m_threadLimit && !m_isEnding;
        const bool wantsThread = hasRoom && m_queue.size() >= m_idle;
        const auto added = wantsThread ? addThreadLocked() : Result<void>();
        if (!added && m_threads.empty())
            unserved = std::move(task);
        else
            m_queue.push(currentWorkLane(), std::move(task));
    }
    if (unserved)
        containedAlone(unserved);
    else
        m_wake.notify_one();
}

Result<void> WorkerPool::ensureThread()
{
    const std::lock_guard lock(m_mutex);
    return m_threads.empty() ? addThreadLocked() : Result<void>();
}

Result<void> WorkerPool::addThreadLocked()
{
    FL_TRY(auto thread, startThread([this](const std::stop_token&) { work(); }));
    m_threads.push_back(std::move(thread)); // There is room: see the constructor.
    return {};
}

void WorkerPool::work()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        ++m_idle;
        m_wake.wait(lock, [this] { return m_isEnding || !m_queue.isEmpty(); });
        --m_idle;
        if (m_isEnding)
            return;
        auto [lane, task] = m_queue.pop();
        lock.unlock();
        {
            const WorkLaneScope scope(lane);
            containedAlone(task);
            // Not under the lock, because destroying the task may destroy other objects.
            task = nullptr;
        }
        lock.lock();
    }
}

namespace {

/// Shared by the caller and its helpers; outlives the call because a helper may start after
/// everything is done.
struct ForLoop
{
    ForLoop(std::size_t n, const std::function<void(std::size_t)>& f, std::stop_token s)
        : count(n), body(f), stop(std::move(s))
    {
    }

    void run()
    {
        while (true) {
            const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
            if (index >= count)
                return;
            if (!stop.stop_requested())
                call(index);
            if (done.fetch_add(1, std::memory_order_acq_rel) + 1 == count)
                done.notify_all();
        }
    }

    /// The caller is told what escaped first, and the rest is not begun.
    void call(std::size_t index)
    {
        if (hasFailed.load(std::memory_order_relaxed))
            return;
        try {
            body(index);
        } catch (...) {
            if (!hasFailed.exchange(true))
                escaped = std::current_exception();
        }
    }

    const std::size_t count;
    const std::function<void(std::size_t)>&
        body; // Used only while an index is open; the caller waits for those.
    std::stop_token stop;
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    std::atomic<bool> hasFailed{false};
    std::exception_ptr escaped; // Written by one thread, before it counts its index as done.
};

} // namespace

void WorkerPool::parallelFor(std::size_t count,
                             const std::function<void(std::size_t)>& body,
                             std::stop_token stop)
{
    if (count == 0)
        return;
    auto loop = std::make_shared<ForLoop>(count, body, std::move(stop));
    const std::size_t helpers = std::min(count - 1, m_threadLimit);
    // Without memory for helpers, the caller does it alone.
    containedAlone([&] {
        for (std::size_t i = 0; i < helpers; ++i)
            post([loop] { loop->run(); });
    });
    loop->run();
    // Running threads finish the indexes that helpers have begun, so this waits for work, never for
    // a queue.
    for (auto done = loop->done.load(std::memory_order_acquire); done < count;
         done = loop->done.load(std::memory_order_acquire))
        loop->done.wait(done, std::memory_order_acquire);
    if (loop->escaped)
        std::rethrow_exception(loop->escaped);
}

} // namespace faultline
