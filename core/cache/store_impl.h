#pragma once

#include "core/base/activity.h"
#include "core/cache/cache_store.h"
#include "core/cache/disk_layer.h"
#include "core/cache/entry_time.h"
#include "core/cache/flight.h"
#include "core/cache/input_round.h"
#include "core/cache/memory_layer.h"

#include <array>
#include <atomic>

namespace faultline {

/// The inside of CacheStore, for its own files only: the store's state and the steps of a flight.
/// store_lookup.cpp finds, store_making.cpp makes, store_answers.cpp ends.
class CacheStore::Impl : public std::enable_shared_from_this<CacheStore::Impl>
{
public:
    Impl(CacheStoreConfig config, WorkerPool& compute, WorkerPool& io, LogSink& log)
        : m_config(std::move(config)), m_compute(compute), m_io(io), m_processStart(now()),
          m_memory(m_config.memoryBytes), m_disk(m_config.folder, log)
    {
    }

    void shutDown()
    {
        m_flights->close();
        m_activity.waitUntilIdle();
    }

    void start(std::shared_ptr<CacheItem> item,
               CacheFetchOptions options,
               std::stop_token stop,
               Waiter::Done done);
    void forget(const CacheItem& item);

    void clearMemory() { m_memory.clear(); }

private:
    using Step = void (Impl::*)(const FlightPtr&);

    CacheTime now() const
    {
        return m_config.now ? m_config.now() : std::chrono::system_clock::now();
    }

    const CacheLifetimes& lifetimesOf(CacheCategory category) const;

    bool answerFromMemory(const FlightMode mode,
                          const std::string& id,
                          Waiter::Done& done,
                          bool& bypassed);
    void post(WorkerPool& pool, FlightPtr flight, Step step);

    // The steps of a flight, one after the other.
    void lookUp(const FlightPtr& flight);
    bool lookUpMemory(const FlightPtr& flight);
    bool lookUpCurrent(const FlightPtr& flight);
    bool lookUpFallback(const FlightPtr& flight);
    void produce(const FlightPtr& flight);
    void startDownload(const FlightPtr& flight, DownloadWork& work);
    void downloaded(const FlightPtr& flight, DownloadWork& work, DownloadProduct product);
    void startInputs(const FlightPtr& flight, ComputedWork& work);
    void compute(const FlightPtr& flight, ComputedWork& work, const CacheInputs& inputs);
    Result<void> computeInto(const FlightPtr& flight,
                             ComputedWork& work,
                             const CacheInputs& inputs,
                             TempFile& file);
    void keepFile(const FlightPtr& flight, TempFile file, CacheLayer layer);

    // How a flight ends.
    void servePayload(const FlightPtr& flight,
                      CacheLayer layer,
                      Result<CacheValue> value,
                      std::uint64_t sizeBytes,
                      std::chrono::seconds keepFor);
    void serveFailure(const FlightPtr& flight, Error error);
    void serveRemembered(const FlightPtr& flight, Error error, std::chrono::seconds remaining);
    void finish(const FlightPtr& flight, CacheLayer layer, Result<CacheValue> value);

    EntryHeader headerOf(const FlightPtr& flight) const;
    std::atomic<std::uint32_t>& refreshesLike(const Flight& flight);
    void startRefresh(const FlightPtr& flight);

    const CacheStoreConfig m_config;
    WorkerPool& m_compute;
    WorkerPool& m_io;
    const CacheTime m_processStart;
    MemoryLayer m_memory;
    DiskLayer m_disk;
    std::shared_ptr<FlightTable> m_flights = std::make_shared<FlightTable>();
    Activity m_activity;
    std::array<std::atomic<std::uint32_t>, 2> m_refreshes{}; // Under way: downloads, computations.
};

} // namespace faultline
