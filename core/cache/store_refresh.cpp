// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store_impl.h"

#include <algorithm>

namespace faultline::cache {

std::atomic<std::uint32_t>& CacheStore::Impl::refreshesLike(const Flight& flight)
{
    return m_refreshes[std::holds_alternative<ComputedWork*>(flight.item->work()) ? 1 : 0];
}

bool CacheStore::Impl::takeSlot(std::atomic<std::uint32_t>& running) const
{
    const auto limit =
        &running == &m_refreshes[0] ? m_config.maxLazyRedownloads : m_config.maxLazyRecomputations;
    if (running.fetch_add(1) < std::max(limit, 1u))
        return true;
    running.fetch_sub(1);
    return false;
}

/// Begins to replace a fall-back entry, unless that is already running or too many others are. A
/// later look-up tries again. The refresh looks before it makes anything: another one may have
/// ended after this look-up had missed the current version.
void CacheStore::Impl::startRefresh(const FlightPtr& flight)
{
    auto& running = refreshesLike(*flight);
    if (!takeSlot(running))
        return;
    const auto make = [&] {
        return std::make_shared<Flight>(flight->item, flight->key, flight->id, FlightMode::Refresh);
    };
    const auto [refresh, added] = m_flights->join(flight->id, FlightMode::Refresh, make, {},
                                                  [](const UntypedCacheAnswer&) {});
    if (refresh && added)
        post(m_io, refresh, &Impl::lookUp);
    else
        running.fetch_sub(1);
}

/// Searches again for better files than those that the entry was made from. The next request
/// prefers them, so the entry itself stays unchanged.
void CacheStore::Impl::considerUpgrade(const FlightPtr& flight, const DiskLayer::Found& found)
{
    const auto time = now();
    const auto lastAttempt = timeFromNanoseconds(found.header.lastUpgradeAttempt);
    if (found.header.objectRank == 0 || m_offline ||
        (lastAttempt <= time && time - lastAttempt < kUpgradeInterval))
        return;
    const auto better = flight->item->betterItems();
    auto& running = m_refreshes[1];
    if (better.empty() || !takeSlot(running))
        return;
    m_disk.recordUpgradeAttempt(found.place, time);
    // The slot becomes free when the last answer has arrived.
    const std::shared_ptr<void> slot(
        nullptr, [self = shared_from_this(), &running](void*) { running.fetch_sub(1); });
    for (const auto& item : better)
        start(item, {.bypassNegative = true}, {}, [slot](const UntypedCacheAnswer&) {});
}

} // namespace faultline::cache
