// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_threads.h"

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
    std::vector<std::jthread> threads;
    {
        const std::lock_guard lock(m_mutex);
        threads.swap(m_threads);
    }
    for (auto& thread : threads)
        thread.request_stop();
}

void JobThreads::post(Task task)
{
    const std::lock_guard lock(m_mutex);
    postLocked(std::move(task));
}

bool JobThreads::postIfFree(Task& task)
{
    const std::lock_guard lock(m_mutex);
    const bool isFree = m_queue.size() < m_idle || m_threads.size() < m_options.maxThreads;
    if (isFree)
        postLocked(std::move(task));
    return isFree;
}

void JobThreads::postLocked(Task task)
{
    if (m_queue.empty() && !mayBeginLocked())
        m_lastBegin = std::max(m_lastBegin, Clock::now() - m_options.patience);
    m_queue.push_back(std::move(task));
    ensureThreadLocked();
}

/// Has a thread begin with the first task, or look after the queue while none may begin. One that
/// does is enough, and is not woken for nothing.
void JobThreads::ensureThreadLocked()
{
    if (m_isWatched && !mayBeginLocked())
        return;
    if (m_idle == 0 && m_threads.size() < m_options.maxThreads)
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
    else
        m_wake.notify_one();
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
        task();
        task = nullptr;
        lock.lock();
        --m_computing;
    }
}

} // namespace faultline::server
