// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/contained.h"

#include <deque>
#include <functional>
#include <mutex>

namespace faultline {

/// Runs posted functions one at a time, in the order of posting. A thread that posts runs them if
/// no other thread does. No lock is held during a function, so functions may post again. What
/// escapes a function ends that function alone. The queue is empty when the last post() returns and
/// no other thread is inside.
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
            containedAlone(next); // It may be another thread's.
            lock.lock();
        }
        m_isRunning = false;
    }

private:
    std::mutex m_mutex; // Guards both members after it.
    std::deque<Task> m_tasks;
    bool m_isRunning = false;
};

} // namespace faultline
