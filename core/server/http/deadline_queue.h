// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/thread_start.h"

#include <chrono>
#include <compare>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace faultline::server {

/// Calls functions at given times on its own thread. The functions must be short; they may schedule
/// further ones. What escapes a function ends that function alone.
class DeadlineQueue
{
public:
    using Clock = std::chrono::steady_clock;
    using Action = std::move_only_function<void()>;

    /// Errors: those of startThread().
    static Result<std::unique_ptr<DeadlineQueue>> create();
    /// Drops actions that are not yet due.
    ~DeadlineQueue();
    DeadlineQueue(const DeadlineQueue&) = delete;
    DeadlineQueue& operator=(const DeadlineQueue&) = delete;

    /// Names a scheduled action; never reused.
    struct Ticket
    {
        Clock::time_point due;
        std::uint64_t sequence = 0;

        friend auto operator<=>(const Ticket&, const Ticket&) = default;
    };

    Ticket schedule(Clock::duration delay, Action action);
    /// Removes the action if it has not begun.
    void cancel(const Ticket& ticket);

private:
    DeadlineQueue() = default;

    void work(const std::stop_token& stop);

    std::mutex m_mutex; // Guards m_actions and m_sequence.
    std::condition_variable_any m_wake;
    std::map<Ticket, Action> m_actions;
    std::uint64_t m_sequence = 0;
    Thread m_thread; // Must be the last member: it is joined before the queue is destroyed.
};

} // namespace faultline::server
