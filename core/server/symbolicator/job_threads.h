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

/// Threads for jobs that may wait (for downloads, for compute tasks). They are started on demand up
/// to a limit, and kept.
class JobThreads
{
public:
    using Task = std::move_only_function<void()>;

    explicit JobThreads(std::size_t maxThreads) : m_maxThreads(maxThreads) {}

    /// Finishes running jobs and drops queued ones.
    ~JobThreads();
    JobThreads(const JobThreads&) = delete;
    JobThreads& operator=(const JobThreads&) = delete;

    void post(Task task);
    /// Takes the task if a thread can begin with it at once. Returns false otherwise.
    bool postIfFree(Task& task);

private:
    void postLocked(Task task);
    void work(const std::stop_token& stop);

    std::mutex m_mutex; // Guards all members after it.
    std::condition_variable_any m_wake;
    std::deque<Task> m_queue;
    std::size_t m_idle = 0;
    std::size_t m_maxThreads;
    std::vector<std::jthread> m_threads;
};

} // namespace faultline::server
