#include "core/cache/store_impl.h"

namespace faultline {

void CacheStore::Impl::lookUp(const FlightPtr& flight)
{
    if (flight->stop.stop_requested())
        return finish(flight, CacheLayer::Disk, fail(ErrorKind::Cancelled, "no longer waited for"));
    if (lookUpMemory(flight) || lookUpCurrent(flight))
        return;
    if (flight->mode == FlightMode::Normal && lookUpFallback(flight))
        return;
    produce(flight);
}

/// Another flight may have ended between the first look into memory and the start of this one.
bool CacheStore::Impl::lookUpMemory(const FlightPtr& flight)
{
    const auto entry = m_memory.find(flight->id, now());
    if (!entry || (!entry->value && flight->mode == FlightMode::Retry))
        return false;
    flight->trace.sizeBytes = entry->sizeBytes;
    flight->trace.objectRank = entry->objectRank;
    finish(flight, entry->value ? CacheLayer::Memory : CacheLayer::Negative, entry->value);
    return true;
}

bool CacheStore::Impl::lookUpCurrent(const FlightPtr& flight)
{
    const auto& kind = flight->item->versions();
    const auto& lifetimes = lifetimesOf(kind.category);
    auto found = m_disk.find(kind, kind.current, flight->key);
    if (!found)
        return false;
    const auto time = now();
    flight->trace.objectRank = found->header.objectRank;
    if (found->header.failure) {
        const auto remaining = remainingFailureLifetime(
            found->header.failure->kind, timeFromSeconds(found->header.createdAt), time,
            m_processStart, lifetimes, flight->key.isGlobal());
        const bool valid = remaining > std::chrono::seconds(0);
        flight->trace.bypassedNegative |= valid && flight->mode == FlightMode::Retry;
        if (!valid || flight->mode == FlightMode::Retry)
            return false;
        serveRemembered(flight, *std::move(found->header.failure), remaining);
        return true;
    }
    const auto age = payloadAge(found->lastUsed, time, lifetimes);
    if (age == PayloadAge::Expired)
        return false;
    auto value = flight->item->loadValue(found->payload);
    if (!value) {
        m_disk.remove(kind, flight->key); // Never trusted; made anew.
        return false;
    }
    if (age == PayloadAge::NeedsTouch)
        m_disk.touch(found->path, time);
    const auto unused = std::chrono::duration_cast<std::chrono::seconds>(
        std::max(time - found->lastUsed, CacheTime::duration(0)));
    const auto keepFor = age == PayloadAge::NeedsTouch ? kTouchInterval : kTouchInterval - unused;
    servePayload(flight, CacheLayer::Disk, std::move(value), found->payload.size(), keepFor);
    return true;
}

/// An older version is served at once while the current one is made in the background.
bool CacheStore::Impl::lookUpFallback(const FlightPtr& flight)
{
    const auto& kind = flight->item->versions();
    for (const auto version : kind.fallbacks) {
        auto found = m_disk.find(kind, version, flight->key);
        if (!found || found->header.failure)
            continue;
        if (payloadAge(found->lastUsed, now(), lifetimesOf(kind.category)) == PayloadAge::Expired)
            continue;
        auto value = flight->item->loadValue(found->payload);
        if (!value)
            continue;
        // Not kept in memory: there it could hide the new one, which may be ready at any moment.
        startRefresh(flight);
        servePayload(flight, CacheLayer::DiskFallback, std::move(value), found->payload.size(),
                     std::chrono::seconds(0));
        return true;
    }
    return false;
}

std::atomic<std::uint32_t>& CacheStore::Impl::refreshesLike(const Flight& flight)
{
    return m_refreshes[std::holds_alternative<ComputedWork*>(flight.item->work()) ? 1 : 0];
}

/// Begins the replacement of a fall-back entry unless one is under way or too many others are; a
/// later look-up tries again.
void CacheStore::Impl::startRefresh(const FlightPtr& flight)
{
    auto& running = refreshesLike(*flight);
    const auto limit =
        &running == &m_refreshes[0] ? m_config.maxLazyRedownloads : m_config.maxLazyRecomputations;
    if (running.fetch_add(1) >= std::max(limit, 1u)) {
        running.fetch_sub(1);
        return;
    }
    const auto make = [&] {
        return std::make_shared<Flight>(flight->item, flight->key, flight->id, FlightMode::Refresh);
    };
    const auto [refresh, added] = m_flights->join(flight->id, FlightMode::Refresh, make, {},
                                                  [](const UntypedCacheAnswer&) {});
    if (refresh && added)
        post(m_io, refresh, &Impl::produce);
    else
        running.fetch_sub(1);
}

} // namespace faultline
