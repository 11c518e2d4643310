// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/flight.h"

#include "core/base/contained.h"

#include <algorithm>

namespace faultline::cache {

namespace {

std::string rowName(const std::string& id, FlightMode mode)
{
    return concat(id, ' ', static_cast<int>(mode));
}

UntypedCacheAnswer cancelled()
{
    return {fail(ErrorKind::Cancelled, "no longer waited for"), {}};
}

} // namespace

/// A retry also serves normal requests; a retry itself joins only another retry.
FlightTable::Rows::iterator FlightTable::rowToJoin(const std::string& id, FlightMode mode)
{
    if (mode == FlightMode::Normal) {
        if (const auto retry = m_rows.find(rowName(id, FlightMode::Retry)); retry != m_rows.end())
            return retry;
    }
    return m_rows.find(rowName(id, mode));
}

std::pair<FlightPtr, bool> FlightTable::join(const std::string& id,
                                             FlightMode mode,
                                             const std::function<FlightPtr()>& make,
                                             std::stop_token stop,
                                             Waiter::Done done)
{
    const auto waiter = std::make_shared<Waiter>(std::move(done));
    FlightPtr flight;
    bool added = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_closed) {
            auto row = rowToJoin(id, mode);
            added = row == m_rows.end();
            if (added)
                row = m_rows.emplace(rowName(id, mode), Row{make(), {}}).first;
            flight = row->second.flight;
            row->second.waiters.push_back(waiter);
        }
    }
    if (!flight) {
        waiter->answer(cancelled());
        return {nullptr, false};
    }
    if (!stop.stop_possible())
        return {flight, added};
    // The callback may run at once. The flight cannot end before it is started, but a joined one
    // can; the claim decides then.
    const std::weak_ptr<Waiter> weak = waiter;
    waiter->watch(std::move(stop), [self = shared_from_this(), flight, weak] {
        const auto leaving = weak.lock();
        if (!leaving || !leaving->claim())
            return;
        containedAlone([&] { self->leave(flight, leaving.get()); });
        containedAlone([&] { leaving->answer(cancelled()); });
    });
    return {flight, added};
}

void FlightTable::leave(const FlightPtr& flight, const Waiter* waiter)
{
    std::shared_ptr<Waiter> removed;
    {
        const std::lock_guard lock(m_mutex);
        const auto row = m_rows.find(rowName(flight->id, flight->mode));
        if (row == m_rows.end() || row->second.flight != flight)
            return;
        auto& waiters = row->second.waiters;
        const auto found = std::ranges::find(waiters, waiter, &std::shared_ptr<Waiter>::get);
        if (found == waiters.end())
            return;
        removed = std::move(*found);
        waiters.erase(found);
        if (!waiters.empty())
            return;
        m_rows.erase(row);
    }
    flight->stop.request_stop();
}

void FlightTable::finish(const FlightPtr& flight, const UntypedCacheAnswer& answer)
{
    Row ended;
    {
        const std::lock_guard lock(m_mutex);
        const auto row = m_rows.find(rowName(flight->id, flight->mode));
        if (row == m_rows.end() || row->second.flight != flight)
            return;
        ended = std::move(row->second);
        m_rows.erase(row);
    }
    for (const auto& waiter : ended.waiters) {
        if (waiter->claim())
            waiter->answer(answer);
    }
}

void FlightTable::close()
{
    Rows rows;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        rows.swap(m_rows);
    }
    for (auto& [name, row] : rows) {
        row.flight->stop.request_stop();
        for (const auto& waiter : row.waiters) {
            if (waiter->claim())
                waiter->answer(cancelled());
        }
    }
}

} // namespace faultline::cache
