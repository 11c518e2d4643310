#pragma once

#include "core/base/log.h"
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
        folder{}; ///< Absent: nothing is persisted, payloads live in temporary files.
    CacheLifetimeSet lifetimes{};
    std::size_t memoryBytes = 256u << 20;  ///< Bound of the memory layer, by weight.
    std::uint32_t maxLazyRedownloads = 50; ///< Fall-back entries being replaced at one time.
    std::uint32_t maxLazyRecomputations = 20;
    std::shared_ptr<SharedBackend> shared{}; ///< Null: nothing is shared with other machines.
    SharedCacheLimits sharedLimits{};
    bool offline = false; ///< Until setOffline() says otherwise.
    std::function<std::chrono::system_clock::time_point()>
        now{}; ///< For tests; null: the system's.
    std::optional<std::chrono::system_clock::time_point>
        machineStart{}; ///< For tests; absent: the system's.
};

struct CacheFetchOptions
{
    bool bypassNegative =
        false; ///< Retry: remembered failures of the item and its inputs are passed over.
};

/// Finds or makes cached items: memory, disk, shared cache, then transfer or computation, each key
/// once at a time however many ask. Nothing here waits: look-ups and writes run on the I/O pool,
/// computations on the compute pool, transfers elsewhere. Shared work stops when its last waiter
/// leaves, and not before. Thread-safe. Pools and log outlive it.
class CacheStore
{
public:
    CacheStore(CacheStoreConfig config, WorkerPool& compute, WorkerPool& io, LogSink& log);
    /// Cancels everything and waits for the work that runs; all completions have been called on
    /// return. Never on a pool's thread.
    ~CacheStore();
    CacheStore(const CacheStore&) = delete;
    CacheStore& operator=(const CacheStore&) = delete;

    /// A handle to wait on; when its last copy goes before the answer is there, this waiter leaves.
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
    /// Cancelled), or, when the answer is in memory, before this returns.
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

    /// The same without the type.
    void start(std::shared_ptr<CacheItem> item,
               CacheFetchOptions options,
               std::stop_token stop,
               std::move_only_function<void(UntypedCacheAnswer)> done);

    /// Drops what is remembered of an item in memory and on disk, success or failure.
    void forget(const CacheItem& item);

    /// Drops the memory layer (settings changed, tests).
    void clearMemory();

    /// Without a network the shared cache is left alone, and entries that nobody has used for long
    /// serve on.
    void setOffline(bool offline);
    bool isOffline() const;

    /// Zeros without a shared cache.
    SharedCacheCounts sharedCounts() const;

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace faultline::cache
