// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file.h"
#include "core/base/log.h"
#include "core/cache/cache_store.h"
#include "core/cache/disk_layer.h"
#include "core/cache/entry_time.h"
#include "core/cache/flight.h"
#include "core/cache/memory_layer.h"
#include "core/cache/refresh_slots.h"

#include <atomic>
#include <chrono>
#include <memory>

namespace faultline::cache {

/// A payload, and missingPageCount() from before it was read.
struct MappedBytes
{
    ByteView bytes;
    std::uint64_t missingPages;

    bool areComplete() const { return missingPages == missingPageCount() || isComplete(bytes); }
};

/// Now, by the clock of the store.
inline CacheTime timeOf(const CacheStoreConfig& config)
{
    return config.now ? config.now() : std::chrono::system_clock::now();
}

/// Ends flights: remembers an answer in memory and on disk, and gives it to those who wait.
/// Thread-safe.
class FlightEnds
{
public:
    FlightEnds(const CacheStoreConfig& config, MemoryLayer& memory, DiskLayer& disk, LogSink& log);

    FlightTable& flights() { return *m_flights; }

    RefreshSlots& refreshes() { return m_refreshes; }

    /// The header of the entry that the flight makes now.
    EntryHeader headerOf(const FlightPtr& flight) const;

    /// Answers at once from memory, unless that knows nothing or a failure is to be tried again;
    /// then `bypassed` is set.
    bool
    answerFromMemory(FlightMode mode, const std::string& id, Waiter::Done& done, bool& bypassed);

    void servePayload(const FlightPtr& flight,
                      CacheLayer layer,
                      Result<CacheValue> value,
                      const MappedBytes& from,
                      std::chrono::seconds keepFor);
    /// The item could not be made. The kind of failure decides whether and for how long it is
    /// remembered in memory and on disk.
    void serveFailure(const FlightPtr& flight, Error error);
    /// Ends the flight with a failure of an earlier time that still counts.
    void serveRemembered(const FlightPtr& flight,
                         Error error,
                         CacheTime since,
                         std::chrono::seconds remaining);
    void finish(const FlightPtr& flight, CacheLayer layer, Result<CacheValue> value);

    /// Keeps the payload on disk; a full disk is logged once, not for every entry.
    void keep(const FlightPtr& flight, TempFile file);

private:
    CacheTime now() const { return timeOf(m_config); }

    void rememberFailure(const FlightPtr& flight,
                         const Error& error,
                         CacheTime since,
                         std::chrono::seconds lifetime);
    void noteKept(const FlightPtr& flight, const Result<void>& kept);

    const CacheStoreConfig& m_config;
    MemoryLayer& m_memory;
    DiskLayer& m_disk;
    LogSink& m_log;
    RefreshSlots m_refreshes;
    std::atomic<bool> m_isDiskTrouble = false; // Logged once until a write succeeds again.
    std::shared_ptr<FlightTable> m_flights = std::make_shared<FlightTable>();
};

} // namespace faultline::cache
