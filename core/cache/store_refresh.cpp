// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store_impl.h"

namespace faultline::cache {

/// Begins to replace a fall-back entry, unless that is already running or too many others are. A
/// later look-up tries again. The refresh looks before it makes anything: another one may have
/// ended after this look-up had missed the current version.
void CacheStore::Impl::startRefresh(const FlightPtr& flight)
{
    const auto kind = RefreshSlots::kindOf(*flight);
    if (!m_ends.refreshes().take(kind))
        return;
    const auto make = [&] {
        return std::make_shared<Flight>(flight->item, flight->key, flight->id, FlightMode::Refresh);
    };
    const auto [refresh, added] = m_ends.flights().join(flight->id, FlightMode::Refresh, make, {},
                                                        [](const UntypedCacheAnswer&) {});
    if (refresh && added)
        post(m_io, refresh, &Impl::lookUp);
    else
        m_ends.refreshes().release(kind);
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
    constexpr auto kKind = RefreshSlots::Kind::Computation;
    if (better.empty() || !m_ends.refreshes().take(kKind))
        return;
    m_disk.recordUpgradeAttempt(found.place, time);
    // The slot becomes free when the last answer has arrived.
    const std::shared_ptr<void> slot(
        nullptr, [self = shared_from_this()](void*) { self->m_ends.refreshes().release(kKind); });
    for (const auto& item : better)
        start(item, {.bypassNegative = true}, {}, [slot](const UntypedCacheAnswer&) {});
}

} // namespace faultline::cache
