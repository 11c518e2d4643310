// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/flight_ends.h"

#include "core/base/text.h"

namespace faultline::cache {

namespace {

bool isRemembered(const Error& error)
{
    return isStored(error.kind) && !error.momentary;
}

} // namespace

FlightEnds::FlightEnds(const CacheStoreConfig& config,
                       MemoryLayer& memory,
                       DiskLayer& disk,
                       LogSink& log)
    : m_config(config), m_memory(memory), m_disk(disk), m_log(log),
      m_refreshes(config.maxLazyRedownloads, config.maxLazyRecomputations)
{
}

bool FlightEnds::answerFromMemory(FlightMode mode,
                                  const std::string& id,
                                  Waiter::Done& done,
                                  bool& bypassed)
{
    const auto time = now();
    auto entry = m_memory.find(id, time);
    if (!entry)
        return false;
    if (!entry->value && mode == FlightMode::Retry) {
        bypassed = true;
        return false;
    }
    CacheTrace trace;
    trace.layer = entry->value ? CacheLayer::Memory : CacheLayer::Negative;
    trace.sizeBytes = entry->sizeBytes;
    trace.objectRank = entry->objectRank;
    if (!entry->value) {
        trace.failureExpiresIn = std::chrono::ceil<std::chrono::seconds>(entry->deadline - time);
        trace.failedAt = entry->since;
    }
    done({std::move(entry->value), trace});
    return true;
}

EntryHeader FlightEnds::headerOf(const FlightPtr& flight) const
{
    EntryHeader header;
    header.createdAt = nanosecondsSinceEpoch(now());
    header.lastUpgradeAttempt = header.createdAt;
    header.objectRank = flight->item->rank();
    header.category = flight->item->versions().category;
    header.scope = flight->key.scope();
    header.keyText = flight->key.text();
    return header;
}

void FlightEnds::servePayload(const FlightPtr& flight,
                              CacheLayer layer,
                              Result<CacheValue> value,
                              const MappedBytes& from,
                              std::chrono::seconds keepFor)
{
    if (!value)
        return serveFailure(flight, std::move(value.error()));
    flight->trace.sizeBytes = from.bytes.size();
    if (layer == CacheLayer::Computed || layer == CacheLayer::Downloaded ||
        layer == CacheLayer::Shared)
        flight->trace.objectRank = flight->item->rank();
    if (keepFor > std::chrono::seconds(0))
        m_memory.put(flight->id, {.value = value,
                                  .since = now(),
                                  .deadline = now() + keepFor,
                                  .sizeBytes = from.bytes.size(),
                                  .objectRank = flight->trace.objectRank,
                                  .bytes = from.bytes,
                                  .missingPages = from.missingPages});
    finish(flight, layer, std::move(value));
}

void FlightEnds::serveFailure(const FlightPtr& flight, Error error)
{
    if (isRemembered(error)) {
        const auto& kind = flight->item->versions();
        // In memory the private rule applies to all; on disk the public one
        // (docs/spec/sources-and-caches.md §9.7).
        const auto lifetime =
            failureLifetime(error.kind, m_config.lifetimes.of(kind.category), false);
        auto header = headerOf(flight);
        const auto failedAt = now(); // One time for memory and disk.
        header.createdAt = nanosecondsSinceEpoch(failedAt);
        header.failure = error;
        if (!flight->key.failuresStayInMemory())
            noteKept(flight, m_disk.keepFailure(header, kind, flight->key));
        flight->trace.objectRank = header.objectRank;
        rememberFailure(flight, error, failedAt, lifetime);
    }
    const bool isComputed = std::holds_alternative<ComputedWork*>(flight->item->work());
    finish(flight, isComputed ? CacheLayer::Computed : CacheLayer::Downloaded,
           std::unexpected(std::move(error)));
}

void FlightEnds::rememberFailure(const FlightPtr& flight,
                                 const Error& error,
                                 CacheTime since,
                                 std::chrono::seconds lifetime)
{
    m_memory.put(flight->id, {.value = std::unexpected(error),
                              .since = since,
                              .deadline = now() + lifetime,
                              .sizeBytes = 0,
                              .objectRank = flight->trace.objectRank});
}

void FlightEnds::serveRemembered(const FlightPtr& flight,
                                 Error error,
                                 CacheTime since,
                                 std::chrono::seconds remaining)
{
    flight->trace.failureExpiresIn = remaining;
    flight->trace.failedAt = since;
    rememberFailure(flight, error, since, remaining);
    finish(flight, CacheLayer::Negative, std::unexpected(std::move(error)));
}

void FlightEnds::finish(const FlightPtr& flight, CacheLayer layer, Result<CacheValue> value)
{
    if (flight->mode == FlightMode::Refresh)
        m_refreshes.release(RefreshSlots::kindOf(*flight));
    flight->trace.layer = layer;
    flight->trace.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - flight->started);
    m_flights->finish(flight, {std::move(value), flight->trace});
}

void FlightEnds::keep(const FlightPtr& flight, TempFile file)
{
    noteKept(flight,
             m_disk.keep(std::move(file), headerOf(flight), flight->item->versions(), flight->key));
}

void FlightEnds::noteKept(const FlightPtr& flight, const Result<void>& kept)
{
    if (kept) {
        m_isDiskTrouble = false;
        return;
    }
    flight->trace.notKept = kept.error().detail;
    const auto level = m_isDiskTrouble.exchange(true) ? LogLevel::Debug : LogLevel::Warning;
    m_log.write(level, "cache", concat("not kept, served all the same: ", kept.error().detail));
}

} // namespace faultline::cache
