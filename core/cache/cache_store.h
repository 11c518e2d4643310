// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/folder.h"
#include "core/base/log.h"
#include "core/base/metrics.h"
#include "core/base/worker_pool.h"
#include "core/cache/cache_future.h"
#include "core/cache/cache_item.h"
#include "core/cache/cache_lifetimes.h"
#include "core/cache/shared_cache.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace faultline::cache {

struct CacheStoreConfig
{
    std::optional<std::filesystem::path>
        folder{}; ///< Absent: nothing is stored permanently; payloads live in temporary files.
    CacheLifetimeSet lifetimes{};
    std::size_t memoryBytes = 256u << 20; ///< Limit of the memory layer, by weight.
    std::uint32_t maxLazyRedownloads =
        50; ///< How many fall-back entries are replaced at the same time.
    std::uint32_t maxLazyRecomputations = 20;
    std::shared_ptr<SharedBackend> shared{}; ///< Null: entries are not shared with other machines.
    SharedCacheLimits sharedLimits{};
    bool offline = false;          ///< Initial value; setOffline() changes it.
    MetricSink* metrics = nullptr; ///< Outlives the store; null: nothing is counted.
    std::function<std::chrono::system_clock::time_point()>
        now{}; ///< For tests; null means the system clock.
    std::optional<std::chrono::system_clock::time_point>
        machineStart{};           ///< For tests; absent means the system's value.
    std::optional<UserId> user{}; ///< For tests; absent means this process's user.
};

struct CacheFetchOptions
{
    bool bypassNegative =
        false; ///< For Retry: ignores remembered failures of the item and its inputs.
};

/// Finds or makes cached items. It tries memory, disk, the shared cache, then download or
/// computation. Work on one key runs once at a time, however many callers ask. No thread waits:
/// look-ups and writes run on the I/O pool, computations on the compute pool, transfers elsewhere.
/// Shared work stops only when its last waiter leaves. Thread-safe. Pools and log must outlive it.
class CacheStore
{
public:
    CacheStore(CacheStoreConfig config, WorkerPool& compute, WorkerPool& io, LogSink& log);
    /// Cancels everything and waits for running work. All completions have been called when it
    /// returns. Must not run on a pool's thread.
    ~CacheStore();
    CacheStore(const CacheStore&) = delete;
    CacheStore& operator=(const CacheStore&) = delete;

    /// Returns a handle to wait on. If its last copy is destroyed before the answer arrives, this
    /// waiter leaves.
    template <class Item>
    CacheFuture<typename Item::Value>
    fetch(std::shared_ptr<Item> item, std::stop_token stop = {}, CacheFetchOptions options = {})
    {
        using T = typename Item::Value;
        CacheFuture<T> future;
        start(std::move(item), options, future.token(std::move(stop)),
              [state = future.state()](UntypedCacheAnswer answer) { state->set(answer.as<T>()); });
        return future;
    }

    /// Calls `done` exactly once: from a pool thread, from the thread that fires `stop` (then with
    /// Cancelled), or, if the answer is in memory, before this returns.
    template <class Item>
    void fetch(std::shared_ptr<Item> item,
               CacheFetchOptions options,
               std::stop_token stop,
               std::move_only_function<void(CacheAnswer<typename Item::Value>)> done)
    {
        using T = typename Item::Value;
        start(
            std::move(item), options, std::move(stop),
            [done = std::move(done)](UntypedCacheAnswer answer) mutable { done(answer.as<T>()); });
    }

    /// The same without the static type.
    void start(std::shared_ptr<CacheItem> item,
               CacheFetchOptions options,
               std::stop_token stop,
               std::move_only_function<void(UntypedCacheAnswer)> done);

    /// Forgets an item in memory and on disk, success or failure.
    void forget(const CacheItem& item);

    /// Empties the memory layer (settings changed, tests).
    void clearMemory();

    /// Says that files have changed in places that no cache entry tells of (an upload).
    void markChange();
    /// Grows whenever an entry was forgotten, the memory layer emptied, or a change marked. What
    /// was concluded from earlier answers may be wrong then.
    std::uint64_t changes() const;

    /// Tells whether everything that is not found is remembered for at least `time`.
    bool remembersMisses(std::chrono::milliseconds time) const;

    /// While offline, the shared cache is not asked, and entries past their unused-for limit are
    /// still served.
    void setOffline(bool offline);
    bool isOffline() const;

    /// All zero when there is no shared cache.
    SharedCacheCounts sharedCounts() const;

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace faultline::cache
