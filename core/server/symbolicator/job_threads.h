#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace faultline::server {

/// Threads for jobs that may wait (for downloads, for compute tasks): made when they are needed, up
/// to a limit, and kept.
class JobThreads
{
public:
    using Task = std::move_only_function<void()>;

    explicit JobThreads(std::size_t maxThreads) : m_maxThreads(maxThreads) {}

    /// Finishes what runs, drops what is queued.
    ~JobThreads();
    JobThreads(const JobThreads&) = delete;
    JobThreads& operator=(const JobThreads&) = delete;

    void post(Task task);

private:
    void work(const std::stop_token& stop);

    std::mutex m_mutex; // Guards all below.
    std::condition_variable_any m_wake;
    std::deque<Task> m_queue;
    std::size_t m_idle = 0;
    std::size_t m_maxThreads;
    std::vector<std::jthread> m_threads;
};

} // namespace faultline::server
