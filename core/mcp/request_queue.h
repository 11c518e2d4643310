// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/thread_start.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace faultline::mcp {

/// Threads that answer requests, and the requests that wait for one. Thread-safe.
class RequestQueue
{
public:
    using Work = std::move_only_function<void()>;

    static constexpr std::size_t kMostWaiting = 64;

    /// Errors: those of startThread().
    static Result<std::unique_ptr<RequestQueue>> start(std::size_t threads);
    /// Drops what has not begun, and waits for what has.
    ~RequestQueue();
    RequestQueue(const RequestQueue&) = delete;
    RequestQueue& operator=(const RequestQueue&) = delete;

    /// Returns false when as many wait as may.
    bool post(Work work);
    /// Waits until nothing is being done and nothing waits.
    void finish();

private:
    RequestQueue() = default;
    void serve(const std::stop_token& stop);

    std::mutex m_mutex; // Guards the next three.
    std::deque<Work> m_waiting;
    std::size_t m_running = 0;
    bool m_isEnding = false;
    std::condition_variable_any m_changed;
    std::vector<Thread> m_threads; // Last: they use everything above.
};

} // namespace faultline::mcp
