// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/cache_item.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace faultline::cache {

/// Fetches the inputs of one item in parallel, then further rounds until the item needs no more.
/// Calls `done` once: with the answers, or with the first failure of a required input. Never waits.
class InputRounds : public std::enable_shared_from_this<InputRounds>
{
public:
    using Answered = std::move_only_function<void(UntypedCacheAnswer)>;
    using Fetch = std::function<void(std::shared_ptr<CacheItem>, Answered)>;
    /// The trace belongs to the failed input, otherwise to the first one.
    using Done = std::move_only_function<void(Result<CacheInputs>, const CacheTrace&)>;

    InputRounds(const ComputedWork& work, Fetch fetch, Done done)
        : m_work(work), m_fetch(std::move(fetch)), m_done(std::move(done))
    {
    }

    void start() { begin(m_work.inputs()); }

private:
    void begin(std::vector<CacheInput> wanted);
    void arrived(std::size_t index, UntypedCacheAnswer answer);
    void oneLess();
    void roundEnded();

    const ComputedWork& m_work; // The owner of `done` keeps it alive.
    Fetch m_fetch;
    Done m_done;
    std::vector<UntypedCacheAnswer> m_answers; // Answers of finished rounds.
    std::size_t m_rounds = 0;

    std::mutex m_mutex; // Guards all members after it.
    std::size_t m_pending = 0;
    std::vector<CacheInput> m_wanted;
    std::vector<std::optional<UntypedCacheAnswer>> m_arrived;
};

} // namespace faultline::cache
