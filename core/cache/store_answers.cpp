// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store_impl.h"

namespace faultline::cache {

namespace {

bool isRemembered(const Error& error)
{
    return isStored(error.kind) && !error.momentary;
}

} // namespace

EntryHeader CacheStore::Impl::headerOf(const FlightPtr& flight) const
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

void CacheStore::Impl::servePayload(const FlightPtr& flight,
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

/// The item could not be made. The kind of failure decides whether and for how long it is
/// remembered in memory and on disk.
void CacheStore::Impl::serveFailure(const FlightPtr& flight, Error error)
{
    if (isRemembered(error)) {
        const auto& kind = flight->item->versions();
        // In memory the private rule applies to all; on disk the public one
        // (docs/spec/sources-and-caches.md §9.7).
        const auto lifetime = failureLifetime(error.kind, lifetimesOf(kind.category), false);
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

void CacheStore::Impl::rememberFailure(const FlightPtr& flight,
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

void CacheStore::Impl::serveRemembered(const FlightPtr& flight,
                                       Error error,
                                       CacheTime since,
                                       std::chrono::seconds remaining)
{
    flight->trace.failureExpiresIn = remaining;
    flight->trace.failedAt = since;
    rememberFailure(flight, error, since, remaining);
    finish(flight, CacheLayer::Negative, std::unexpected(std::move(error)));
}

void CacheStore::Impl::finish(const FlightPtr& flight, CacheLayer layer, Result<CacheValue> value)
{
    if (flight->mode == FlightMode::Refresh)
        refreshesLike(*flight).fetch_sub(1);
    flight->trace.layer = layer;
    flight->trace.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - flight->started);
    m_flights->finish(flight, {std::move(value), flight->trace});
}

} // namespace faultline::cache
