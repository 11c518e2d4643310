// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/activity.h"
#include "core/base/contained.h"
#include "core/base/file.h"
#include "core/cache/cache_store.h"
#include "core/cache/disk_layer.h"
#include "core/cache/entry_time.h"
#include "core/cache/flight.h"
#include "core/cache/flight_ends.h"
#include "core/cache/input_round.h"
#include "core/cache/memory_layer.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace faultline::cache {

/// The implementation of CacheStore, for its own files only: the store's state and the steps of a
/// flight. store_lookup.cpp finds entries, store_refresh.cpp renews entries that have already been
/// served, store_making.cpp makes them; FlightEnds ends flights.
class CacheStore::Impl : public std::enable_shared_from_this<CacheStore::Impl>
{
public:
    Impl(CacheStoreConfig config, WorkerPool& compute, WorkerPool& io, LogSink& log);

    void shutDown()
    {
        m_ends.flights().close();
        m_activity.waitUntilIdle();
        // Reset here, because the last reference to this object may be released on a pool's thread.
        m_shared.reset();
        m_backend.reset();
        m_disk.close();
    }

    void start(std::shared_ptr<CacheItem> item,
               CacheFetchOptions options,
               std::stop_token stop,
               Waiter::Done done);
    void forget(const CacheItem& item);

    void clearMemory()
    {
        m_memory.clear();
        markChange();
    }

    void markChange() { ++m_changes; }

    std::uint64_t changes() const { return m_changes; }

    bool remembersMisses(std::chrono::milliseconds time) const
    {
        if (!m_config.folder)
            return false;
        const auto& sets = m_config.lifetimes;
        return std::ranges::all_of(
            std::array{&sets.downloaded, &sets.derived, &sets.index},
            [time](const CacheLifetimes* of) {
                return of->retryMissesAfter.value_or(std::chrono::hours(1)) >= time &&
                       of->retryMissesAfterPublic.value_or(std::chrono::hours(1)) >= time;
            });
    }

    void setOffline(bool offline) { m_offline = offline; }

    bool isOffline() const { return m_offline; }

    SharedCacheCounts sharedCounts() const
    {
        return m_shared ? m_shared->counts() : SharedCacheCounts();
    }

private:
    using Step = void (Impl::*)(const FlightPtr&);

    CacheTime now() const { return timeOf(m_config); }

    const CacheLifetimes& lifetimesOf(CacheCategory category) const
    {
        return m_config.lifetimes.of(category);
    }

    void post(WorkerPool& pool, FlightPtr flight, Step step);

    /// Does a part of a flight's work; what escapes from it ends the flight.
    template <class Part>
    void guarded(const FlightPtr& flight, Part part)
    {
        if (auto done = contained(part); !done)
            m_ends.finish(flight, CacheLayer::Computed, std::unexpected(std::move(done.error())));
    }

    // The steps of a flight, in order.
    void lookUp(const FlightPtr& flight);
    bool lookUpMemory(const FlightPtr& flight);
    bool lookUpCurrent(const FlightPtr& flight);
    bool lookUpFailure(const FlightPtr& flight, const EntryHeader& header);
    PayloadAge ageOf(const FlightPtr& flight, CacheTime lastUsed) const;
    void markUse(const FlightPtr& flight, const DiskLayer::Found& found);
    bool lookUpFallback(const FlightPtr& flight);
    bool lookUpReplaced(const FlightPtr& flight);
    void obtain(const FlightPtr& flight);
    bool isShared(const Flight& flight) const;
    void sharedAnswered(const FlightPtr& flight, Result<TempFile> file);
    void produce(const FlightPtr& flight);
    void startDownload(const FlightPtr& flight, DownloadWork& work);
    void downloaded(const FlightPtr& flight, DownloadWork& work, DownloadProduct product);
    void startInputs(const FlightPtr& flight, ComputedWork& work);
    void compute(const FlightPtr& flight, ComputedWork& work, const CacheInputs& inputs);
    void computeAgain(const FlightPtr& flight, ComputedWork& work);
    void countComputation(const CacheItem& item) const;
    Result<void> computeInto(const FlightPtr& flight,
                             ComputedWork& work,
                             const CacheInputs& inputs,
                             TempFile& file);
    void keepFile(const FlightPtr& flight, TempFile file, CacheLayer layer);
    void keep(const FlightPtr& flight, TempFile file, CacheLayer layer, const ByteView& payload);

    // Work that continues after an answer that could be better.
    void startRefresh(const FlightPtr& flight);
    void considerUpgrade(const FlightPtr& flight, const DiskLayer::Found& found);

    std::shared_ptr<SharedBackend> m_backend; // Taken from the options; null when there is none.
    const CacheStoreConfig m_config;
    WorkerPool& m_compute;
    WorkerPool& m_io;
    LogSink& m_log;
    const CacheTime m_processStart;
    MemoryLayer m_memory;
    DiskLayer m_disk;
    FlightEnds m_ends;
    std::unique_ptr<SharedCache> m_shared; // Null without a back end.
    std::atomic<bool> m_offline;
    std::atomic<std::uint64_t> m_changes = 0;
    std::atomic<std::uint32_t> m_uses = 0; // Number of recorded uses of entries that may be shared.
    Activity m_activity;
};

} // namespace faultline::cache
