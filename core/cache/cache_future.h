// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/blocking.h"
#include "core/cache/cache_answer.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace faultline::cache {

class CacheStore;

/// A waiter for one item. Copies share it. When the last copy is destroyed, the waiter leaves.
/// Thread-safe.
template <class T>
class CacheFuture
{
public:
    /// Waits on the caller's thread, which must not be a pool's. Errors: the item's own, or
    /// Cancelled when `stop` fires first. The shared work then goes on for other waiters.
    Result<std::shared_ptr<const T>> wait(std::stop_token stop = {}) const
    {
        return m_handle->state->wait(std::move(stop)).value;
    }

    /// The same, with the trace.
    CacheAnswer<T> answer(std::stop_token stop = {}) const
    {
        return m_handle->state->wait(std::move(stop));
    }

    bool ready() const { return m_handle->state->ready(); }

    /// Leaves at once. wait() then gives Cancelled unless the answer has arrived.
    void leave() const { m_handle->leaving.request_stop(); }

private:
    friend class CacheStore;

    struct State
    {
        std::mutex mutex; // Guards `answer`.
        std::condition_variable_any changed;
        std::optional<CacheAnswer<T>> answer;

        void set(CacheAnswer<T> value)
        {
            {
                const std::lock_guard lock(mutex);
                answer = std::move(value);
            }
            changed.notify_all();
        }

        bool ready()
        {
            const std::lock_guard lock(mutex);
            return answer.has_value();
        }

        CacheAnswer<T> wait(std::stop_token stop)
        {
            std::optional<BlockingScope> blocking;
            if (!ready())
                blocking.emplace();
            std::unique_lock lock(mutex);
            if (!changed.wait(lock, std::move(stop), [this] { return answer.has_value(); }))
                return {fail(ErrorKind::Cancelled, "no longer waited for"), {}};
            return *answer;
        }
    };

    /// Ties the caller's token to the handle's lifetime.
    struct Handle
    {
        struct Relay
        {
            std::stop_source& target;

            void operator()() const { target.request_stop(); }
        };

        ~Handle()
        {
            relay.reset();
            leaving.request_stop();
        }

        std::shared_ptr<State> state = std::make_shared<State>();
        std::stop_source leaving;
        std::optional<std::stop_callback<Relay>> relay;
    };

    std::shared_ptr<State> state() const { return m_handle->state; }

    std::stop_token token(std::stop_token caller)
    {
        m_handle->relay.emplace(std::move(caller), typename Handle::Relay{m_handle->leaving});
        return m_handle->leaving.get_token();
    }

    std::shared_ptr<Handle> m_handle = std::make_shared<Handle>();
};

} // namespace faultline::cache
