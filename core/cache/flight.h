// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/work_lane.h"
#include "core/cache/cache_item.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace faultline::cache {

/// A request for an item. It is answered exactly once, by the work or by the stop token, whichever
/// comes first.
class Waiter
{
public:
    using Done = std::move_only_function<void(UntypedCacheAnswer)>;

    explicit Waiter(Done done) : m_done(std::move(done)) {}

    /// True for the only caller who may answer.
    bool claim() { return !m_claimed.exchange(true); }

    /// After claim().
    void answer(UntypedCacheAnswer value) { m_done(std::move(value)); }

    void watch(std::stop_token stop, std::function<void()> leave)
    {
        m_watch.emplace(std::move(stop), std::move(leave));
    }

private:
    Done m_done;
    std::atomic<bool> m_claimed = false;
    std::optional<std::stop_callback<std::function<void()>>> m_watch;
};

/// Why an item is being worked on.
enum class FlightMode : std::uint8_t {
    Normal,
    Retry,   ///< Ignores remembered failures.
    Refresh, ///< Replaces a fall-back entry in the background.
};

/// The work on one item, shared by all requests that arrive meanwhile.
struct Flight
{
    Flight(std::shared_ptr<CacheItem> wanted,
           CacheKey itemKey,
           std::string memoryId,
           FlightMode why)
        : item(std::move(wanted)), key(std::move(itemKey)), id(std::move(memoryId)), mode(why)
    {
    }

    const std::shared_ptr<CacheItem> item;
    const CacheKey key;
    const std::string id; ///< Key in the memory layer.
    const FlightMode mode;
    const WorkLane lane = currentWorkLane(); ///< Of the request that was first.
    const std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::stop_source stop;
    bool hadCutInput = false; ///< The item is made a second time.
    CacheTrace trace;         ///< Written by the running step; only one step runs at a time.
};

using FlightPtr = std::shared_ptr<Flight>;

/// One flight per key and mode, with its waiters. When the last waiter of a flight leaves, its stop
/// source fires, and the next request starts a new flight. Thread-safe; calls no callback while
/// locked. The waiters' stop callbacks share it.
class FlightTable : public std::enable_shared_from_this<FlightTable>
{
public:
    /// Joins a running flight or adds the one that `make` returns. The bool is true if it was
    /// added; the caller then starts it. Null when the table is closed; the waiter has then been
    /// answered.
    std::pair<FlightPtr, bool> join(const std::string& id,
                                    FlightMode mode,
                                    const std::function<FlightPtr()>& make,
                                    std::stop_token stop,
                                    Waiter::Done done);

    /// Ends a flight: all remaining waiters get the answer.
    void finish(const FlightPtr& flight, const UntypedCacheAnswer& answer);

    /// Stops all flights, answers all waiters with Cancelled, and accepts no new ones.
    void close();

private:
    struct Row
    {
        FlightPtr flight;
        std::vector<std::shared_ptr<Waiter>> waiters;
    };

    using Rows = std::unordered_map<std::string, Row>;

    Rows::iterator rowToJoin(const std::string& id, FlightMode mode);
    void leave(const FlightPtr& flight, const Waiter* waiter);

    std::mutex m_mutex; // Guards all members after it.
    Rows m_rows;        // Keyed by id and mode.
    bool m_closed = false;
};

} // namespace faultline::cache
