// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace faultline {

/// The beginning of the detail when the system has no further thread. The error is Internal and
/// momentary.
inline constexpr std::string_view kNoThread = "cannot start a thread: ";

/// A thread that runs, or an empty object. Only startThread() starts a thread, so every caller says
/// what it does without one (tests/lint/check_forbidden.py). The destructor asks the thread to stop
/// and waits for it.
class Thread
{
public:
    using Body = std::move_only_function<void(const std::stop_token&)>;

    Thread() = default;

    explicit operator bool() const { return m_thread.joinable(); }

    void requestStop() { m_thread.request_stop(); }

    /// Requires a thread.
    void join() { m_thread.join(); }

    /// Lets the thread go on alone. Requires a thread.
    void detach() { m_thread.detach(); }

private:
    friend Result<Thread> startThread(Thread::Body body);

    std::jthread m_thread;
};

/// Runs `body` on a thread of its own. What escapes from it ends the process; see contained.h.
/// Errors: kNoThread with the system's reason.
Result<Thread> startThread(Thread::Body body);

} // namespace faultline
