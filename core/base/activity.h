// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

namespace faultline {

/// Counts unfinished work, so that an owner can wait until all of it is done. A token counts as
/// long as any copy of it lives, in whatever callback.
class Activity
{
public:
    using Token = std::shared_ptr<void>;

    Token begin()
    {
        {
            const std::lock_guard lock(m_state->mutex);
            ++m_state->count;
        }
        return Token(nullptr, [state = m_state](void*) {
            const std::lock_guard lock(state->mutex);
            if (--state->count == 0)
                state->idle.notify_all();
        });
    }

    void waitUntilIdle()
    {
        std::unique_lock lock(m_state->mutex);
        m_state->idle.wait(lock, [this] { return m_state->count == 0; });
    }

private:
    struct State
    {
        std::mutex mutex; // Guards `count`.
        std::condition_variable idle;
        std::size_t count = 0;
    };

    std::shared_ptr<State> m_state = std::make_shared<State>();
};

} // namespace faultline
