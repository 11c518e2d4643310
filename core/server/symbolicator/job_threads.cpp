// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_threads.h"

#include "core/base/contained.h"
#include "core/base/resource_limits.h"
#include "core/base/work_lane.h"

#include <algorithm>
#include <utility>

namespace faultline::server {

namespace {

JobThreadsOptions completed(JobThreadsOptions options)
{
    if (options.places == 0)
        options.places = std::max(1u, std::thread::hardware_concurrency());
    return options;
}

} // namespace

JobThreads::JobThreads(const JobThreadsOptions& options)
    : m_options(completed(options)), m_places(m_options.places)
{
}

JobThreads::~JobThreads()
{
    std::vector<Thread> threads;
    {
        const std::lock_guard lock(m_mutex);
        threads.swap(m_threads);
    }
    for (auto& thread : threads)
        thread.requestStop();
}

bool JobThreads::post(Task task)
{
    const std::lock_guard lock(m_mutex);
    return postLocked(task);
}

bool JobThreads::postIfFree(Task& task)
{
    const std::lock_guard lock(m_mutex);
    const bool isFree = m_queue.size() < m_idle || m_threads.size() < m_options.maxThreads;
    return isFree && postLocked(task);
}

bool JobThreads::postLocked(Task& task)
{
    if (m_threads.empty()) {
        if (!addThreadLocked())
            return false;
        m_queue.push_back(std::move(task));
        return true;
    }
    if (m_queue.empty() && !mayBeginLocked())
        m_lastBegin = std::max(m_lastBegin, Clock::now() - m_options.patience);
    m_queue.push_back(std::move(task));
    ensureThreadLocked();
    return true;
}

/// Has a thread begin with the first task, or look after the queue while none may begin. One that
/// does is enough, and is not woken for nothing.
void JobThreads::ensureThreadLocked()
{
    if (m_isWatched && !mayBeginLocked())
        return;
    const bool wantsThread = m_idle == 0 && m_threads.size() < m_options.maxThreads;
    if (!wantsThread || !addThreadLocked())
        m_wake.notify_one();
}

bool JobThreads::addThreadLocked()
{
    m_threads.reserve(m_options.maxThreads);
    auto thread = startThread([this](const std::stop_token& stop) { work(stop); });
    if (!thread)
        return false;
    m_threads.push_back(*std::move(thread));
    return true;
}

bool JobThreads::mayBeginLocked() const
{
    return m_computing < m_places;
}

void JobThreads::onBlocked()
{
    const std::lock_guard lock(m_mutex);
    --m_computing;
    if (!m_queue.empty())
        ensureThreadLocked();
}

void JobThreads::onUnblocked()
{
    const std::lock_guard lock(m_mutex);
    ++m_computing;
}

/// Returns false when the thread shall end.
bool JobThreads::waitForTask(std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        if (m_queue.empty()) {
            m_places = m_options.places;
            m_wake.wait(lock, stop, [this] { return !m_queue.empty(); });
            continue;
        }
        if (mayBeginLocked())
            return true;
        if (m_isWatched) {
            m_wake.wait(lock, stop,
                        [this] { return m_queue.empty() || mayBeginLocked() || !m_isWatched; });
            continue;
        }
        m_isWatched = true;
        m_wake.wait_until(lock, stop, m_lastBegin + m_options.patience,
                          [this] { return m_queue.empty() || mayBeginLocked(); });
        m_isWatched = false;
        if (!m_queue.empty() && !mayBeginLocked() &&
            Clock::now() >= m_lastBegin + m_options.patience) {
            ++m_places;
            m_lastBegin = Clock::now();
        }
    }
    return false;
}

void JobThreads::work(const std::stop_token& stop)
{
    const BlockingListenerScope listening(*this);
    std::unique_lock lock(m_mutex);
    while (true) {
        ++m_idle;
        const bool hasTask = waitForTask(lock, stop);
        --m_idle;
        if (!hasTask)
            return;
        auto task = std::move(m_queue.front());
        m_queue.pop_front();
        ++m_computing;
        m_lastBegin = Clock::now();
        if (!m_queue.empty())
            ensureThreadLocked(); // For the next task, or to look after the queue.
        lock.unlock();
        {
            const WorkLaneScope lane(newWorkLane());
            containedAlone(task);
            task = nullptr;
        }
        refillMemoryReserve(); // What the task had is free again.
        lock.lock();
        --m_computing;
    }
}

} // namespace faultline::server
