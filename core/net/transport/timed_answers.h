// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/contained.h"
#include "core/base/result.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace faultline::net {

/// Keeps a server's answers for a while: tokens, listings. An answer is fetched once for all
/// requests that arrive meanwhile. A failure goes to those who wait and is then forgotten. In
/// memory only. Thread-safe; a fetch that outlives this object still answers its waiters.
template <class T>
class TimedAnswers
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Clock = std::function<TimePoint()>;

    struct Fresh
    {
        T value;
        TimePoint reuseUntil;
    };

    using Done = std::move_only_function<void(Result<T>)>;
    using Fetched = std::move_only_function<void(Result<Fresh>)>;
    /// Begins to fetch. Calls its argument exactly once, from any thread.
    using Fetch = std::move_only_function<void(Fetched)>;

    explicit TimedAnswers(std::size_t capacity, Clock now = &std::chrono::steady_clock::now)
        : m_state(std::make_shared<State>(capacity, std::move(now)))
    {
    }

    /// Calls `done` exactly once: before this returns if the answer is known, otherwise from the
    /// fetch. If `stop` fires first, its thread calls `done` with Cancelled, and the fetch goes on
    /// for others.
    void get(const std::string& key, std::stop_token stop, Fetch fetch, Done done)
    {
        std::optional<T> known;
        bool isFirst = false;
        auto waiter = std::make_shared<Waiter>(std::move(done));
        {
            const std::lock_guard lock(m_state->mutex);
            known = m_state->find(key);
            if (!known) {
                auto& waiting = m_state->waiting[key];
                isFirst = waiting.empty();
                waiting.push_back(waiter);
            }
        }
        if (known)
            return waiter->answer(*std::move(known));
        // The answer may be the last thing for which the owner of this object, and of what `fetch`
        // uses, waits. So nobody is answered before fetching has begun, not even by a stop.
        if (isFirst)
            fetch([state = m_state, key](Result<Fresh> fresh) { state->arrived(key, fresh); });
        waiter->leaveOn(std::move(stop));
    }

    /// Makes the next get() fetch again.
    void forget(const std::string& key)
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->known.erase(key);
    }

private:
    /// Answered by the fetch or the stop token, whichever comes first.
    class Waiter : public std::enable_shared_from_this<Waiter>
    {
    public:
        explicit Waiter(Done done) : m_done(std::move(done)) {}

        void answer(Result<T> value)
        {
            if (m_isAnswered.exchange(true))
                return;
            auto done = std::exchange(m_done, nullptr);
            done(std::move(value));
        }

        void leaveOn(std::stop_token stop)
        {
            if (!stop.stop_possible())
                return;
            m_leave.emplace(std::move(stop), Leave{this->weak_from_this()});
        }

    private:
        struct Leave
        {
            std::weak_ptr<Waiter> waiter;

            void operator()() const
            {
                containedAlone([this] {
                    if (const auto self = waiter.lock())
                        self->answer(fail(ErrorKind::Cancelled, "no longer waited for"));
                });
            }
        };

        Done m_done;
        std::atomic<bool> m_isAnswered = false;
        std::optional<std::stop_callback<Leave>> m_leave;
    };

    struct State
    {
        State(std::size_t most, Clock clock) : capacity(most), now(std::move(clock)) {}

        std::optional<T> find(const std::string& key)
        {
            const auto found = known.find(key);
            if (found == known.end() || found->second.reuseUntil <= now())
                return std::nullopt;
            return found->second.value;
        }

        void arrived(const std::string& key, const Result<Fresh>& fresh)
        {
            std::vector<std::shared_ptr<Waiter>> answered;
            {
                const std::lock_guard lock(mutex);
                answered = std::move(waiting[key]);
                waiting.erase(key);
                if (fresh) {
                    known.insert_or_assign(key, *fresh);
                    dropSurplus();
                }
            }
            for (const auto& waiter : answered) {
                if (fresh)
                    waiter->answer(fresh->value);
                else
                    waiter->answer(std::unexpected(fresh.error()));
            }
        }

        /// Shrinks to three quarters, so that a full cache does not sort for every answer.
        void dropSurplus()
        {
            if (known.size() <= capacity)
                return;
            std::vector<TimePoint> ends;
            for (const auto& [key, answer] : known)
                ends.push_back(answer.reuseUntil);
            const auto surplus = static_cast<std::ptrdiff_t>(known.size() - capacity * 3 / 4);
            std::ranges::nth_element(ends, ends.begin() + surplus - 1);
            const auto last = ends[static_cast<std::size_t>(surplus - 1)];
            std::erase_if(known,
                          [&](const auto& entry) { return entry.second.reuseUntil <= last; });
        }

        std::mutex mutex; // Guards `known` and `waiting`.
        const std::size_t capacity;
        const Clock now;
        std::unordered_map<std::string, Fresh> known;
        std::unordered_map<std::string, std::vector<std::shared_ptr<Waiter>>> waiting;
    };

    std::shared_ptr<State> m_state;
};

} // namespace faultline::net
