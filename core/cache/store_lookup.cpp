// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store_impl.h"

namespace faultline::cache {

void CacheStore::Impl::lookUp(const FlightPtr& flight)
{
    if (flight->stop.stop_requested())
        return m_ends.finish(flight, CacheLayer::Disk,
                             fail(ErrorKind::Cancelled, "no longer waited for"));
    if (lookUpMemory(flight) || lookUpCurrent(flight))
        return;
    if (flight->mode == FlightMode::Normal && (lookUpFallback(flight) || lookUpReplaced(flight)))
        return;
    obtain(flight);
}

/// Another flight may have ended after the first memory look-up and before this one started.
bool CacheStore::Impl::lookUpMemory(const FlightPtr& flight)
{
    const auto entry = m_memory.find(flight->id, now());
    if (!entry || (!entry->value && flight->mode == FlightMode::Retry))
        return false;
    flight->trace.sizeBytes = entry->sizeBytes;
    flight->trace.objectRank = entry->objectRank;
    m_ends.finish(flight, entry->value ? CacheLayer::Memory : CacheLayer::Negative, entry->value);
    return true;
}

bool CacheStore::Impl::lookUpCurrent(const FlightPtr& flight)
{
    const auto& kind = flight->item->versions();
    const auto missingPages = missingPageCount();
    const auto found = m_disk.find(kind, kind.current, flight->key);
    if (!found)
        return false;
    flight->trace.objectRank = found->header.objectRank;
    if (found->header.failure)
        return lookUpFailure(flight, found->header);
    const auto age = ageOf(flight, found->lastUsed);
    if (age == PayloadAge::Expired)
        return false;
    auto value = flight->item->loadValue(found->payload);
    const MappedBytes from{found->payload, missingPages};
    if (!value || !from.areComplete()) {
        m_disk.remove(kind, flight->key); // Never trusted; the entry is made again.
        return false;
    }
    if (age == PayloadAge::NeedsTouch)
        markUse(flight, *found);
    considerUpgrade(flight, *found);
    const auto unused = std::chrono::duration_cast<std::chrono::seconds>(
        std::max(now() - found->lastUsed, CacheTime::duration(0)));
    const auto keepFor = age == PayloadAge::NeedsTouch ? kTouchInterval : kTouchInterval - unused;
    m_ends.servePayload(flight, CacheLayer::Disk, std::move(value), from, keepFor);
    return true;
}

bool CacheStore::Impl::lookUpFailure(const FlightPtr& flight, const EntryHeader& header)
{
    const auto since = timeFromNanoseconds(header.createdAt);
    const auto remaining = remainingFailureLifetime(
        header.failure->kind, since, now(), m_processStart,
        lifetimesOf(flight->item->versions().category), flight->key.isGlobal());
    const bool isValid = remaining > std::chrono::seconds(0);
    flight->trace.bypassedNegative |= isValid && flight->mode == FlightMode::Retry;
    if (!isValid || flight->mode == FlightMode::Retry)
        return false;
    m_ends.serveRemembered(flight, *header.failure, since, remaining);
    return true;
}

/// Without a network no new entry could replace an unused one, so it is still served.
PayloadAge CacheStore::Impl::ageOf(const FlightPtr& flight, CacheTime lastUsed) const
{
    const auto age = payloadAge(lastUsed, now(), lifetimesOf(flight->item->versions().category));
    return age == PayloadAge::Expired && m_offline ? PayloadAge::NeedsTouch : age;
}

/// The shared cache may lose entries. One in twenty marked uses checks that it still has the entry.
void CacheStore::Impl::markUse(const FlightPtr& flight, const DiskLayer::Found& found)
{
    constexpr std::uint32_t kUsesPerRefresh = 20;
    m_disk.touch(found.place, now());
    if (isShared(*flight) && m_uses.fetch_add(1) % kUsesPerRefresh == 0)
        m_shared->offer(flight->id, found.payload, SharedCache::Reason::Refresh);
}

/// Serves an older version at once, while the current one is made in the background.
bool CacheStore::Impl::lookUpFallback(const FlightPtr& flight)
{
    const auto& kind = flight->item->versions();
    for (const auto version : kind.fallbacks) {
        const auto missingPages = missingPageCount();
        auto found = m_disk.find(kind, version, flight->key);
        if (!found || found->header.failure)
            continue;
        if (ageOf(flight, found->lastUsed) == PayloadAge::Expired)
            continue;
        auto value = flight->item->loadValue(found->payload);
        const MappedBytes from{found->payload, missingPages};
        if (!value || !from.areComplete())
            continue;
        // Not kept in memory, because it could hide the new entry, which may arrive at any moment.
        startRefresh(flight);
        m_ends.servePayload(flight, CacheLayer::DiskFallback, std::move(value), from,
                            std::chrono::seconds(0));
        return true;
    }
    return false;
}

/// A refresh that ends between the look-ups of the current version and of the older ones has
/// replaced what they look for: then the current version is there now.
bool CacheStore::Impl::lookUpReplaced(const FlightPtr& flight)
{
    return !flight->item->versions().fallbacks.empty() && lookUpCurrent(flight);
}

/// Gets the item from other machines, otherwise from its origin.
void CacheStore::Impl::obtain(const FlightPtr& flight)
{
    if (!isShared(*flight))
        return produce(flight);
    m_shared->fetch(flight->id, m_disk.makeTemp(m_ends.headerOf(flight)), flight->stop.get_token(),
                    [self = shared_from_this(), token = m_activity.begin(), flight](
                        Result<TempFile> file) { self->sharedAnswered(flight, std::move(file)); });
}

bool CacheStore::Impl::isShared(const Flight& flight) const
{
    return m_shared && !m_offline && !flight.key.failuresStayInMemory() &&
           flight.item->isShareable();
}

void CacheStore::Impl::sharedAnswered(const FlightPtr& flight, Result<TempFile> file)
{
    if (file)
        return keepFile(flight, *std::move(file), CacheLayer::Shared);
    post(m_io, flight, &Impl::produce);
}

} // namespace faultline::cache
