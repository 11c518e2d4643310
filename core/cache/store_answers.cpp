#include "core/cache/store_impl.h"

namespace faultline::cache {

namespace {

bool isRemembered(const Error& error)
{
    return error.kind != ErrorKind::Cancelled && error.kind != ErrorKind::Internal &&
           !error.momentary;
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
                                    std::uint64_t sizeBytes,
                                    std::chrono::seconds keepFor)
{
    if (!value)
        return serveFailure(flight, std::move(value.error()));
    flight->trace.sizeBytes = sizeBytes;
    if (layer == CacheLayer::Computed || layer == CacheLayer::Downloaded ||
        layer == CacheLayer::Shared)
        flight->trace.objectRank = flight->item->rank();
    if (keepFor > std::chrono::seconds(0))
        m_memory.put(flight->id, {value, now() + keepFor, sizeBytes, flight->trace.objectRank});
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
        header.failure = error;
        if (!flight->key.failuresStayInMemory())
            noteKept(flight, m_disk.keepFailure(header, kind, flight->key));
        m_memory.put(flight->id, {std::unexpected(error), now() + lifetime, 0, header.objectRank});
    }
    const bool isComputed = std::holds_alternative<ComputedWork*>(flight->item->work());
    finish(flight, isComputed ? CacheLayer::Computed : CacheLayer::Downloaded,
           std::unexpected(std::move(error)));
}

void CacheStore::Impl::serveRemembered(const FlightPtr& flight,
                                       Error error,
                                       std::chrono::seconds remaining)
{
    flight->trace.failureExpiresIn = remaining;
    m_memory.put(flight->id,
                 {std::unexpected(error), now() + remaining, 0, flight->trace.objectRank});
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
