#pragma once

#include <deque>
#include <functional>
#include <mutex>

namespace faultline {

/// Runs posted functions one after the other, in order of posting, on whichever thread posts while
/// none is running. Holds no lock while a function runs, so functions may post again. Nothing is
/// left over when the last post() returns with nobody else inside.
class SerialQueue
{
public:
    using Task = std::move_only_function<void()>;

    void post(Task task)
    {
        std::unique_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
        if (m_isRunning)
            return;
        m_isRunning = true;
        while (!m_tasks.empty()) {
            Task next = std::move(m_tasks.front());
            m_tasks.pop_front();
            lock.unlock();
            next();
            lock.lock();
        }
        m_isRunning = false;
    }

private:
    std::mutex m_mutex; // Guards both members below.
    std::deque<Task> m_tasks;
    bool m_isRunning = false;
};

} // namespace faultline
