#include "core/server/symbolicator/job_threads.h"

namespace faultline::server {

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
    const bool isFree = m_queue.size() < m_idle || m_threads.size() < m_maxThreads;
    if (isFree)
        postLocked(std::move(task));
    return isFree;
}

void JobThreads::postLocked(Task task)
{
    m_queue.push_back(std::move(task));
    if (m_queue.size() > m_idle && m_threads.size() < m_maxThreads)
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
    else
        m_wake.notify_one();
}

void JobThreads::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (true) {
        ++m_idle;
        m_wake.wait(lock, stop, [this] { return !m_queue.empty(); });
        --m_idle;
        if (stop.stop_requested())
            return;
        auto task = std::move(m_queue.front());
        m_queue.pop_front();
        lock.unlock();
        task();
        task = nullptr;
        lock.lock();
    }
}

} // namespace faultline::server
