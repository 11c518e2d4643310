#pragma once

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

/// Someone who asked for an item; answered exactly once, by the work or by the stop token,
/// whichever is first.
class Waiter
{
public:
    using Done = std::move_only_function<void(UntypedCacheAnswer)>;

    explicit Waiter(Done done) : m_done(std::move(done)) {}

    /// True for the one caller who may answer.
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

/// Why work on an item is under way.
enum class FlightMode : std::uint8_t {
    Normal,
    Retry,   ///< Passes over remembered failures.
    Refresh, ///< Replaces a fall-back entry in the background.
};

/// The work on one item, shared by all who asked for it meanwhile.
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
    const std::string id; ///< In the memory layer.
    const FlightMode mode;
    const std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::stop_source stop;
    CacheTrace trace; ///< Written by the one step that runs at a time.
};

using FlightPtr = std::shared_ptr<Flight>;

/// Coalesces: one flight per key and mode, with its waiters. When the last waiter of a flight has
/// left, its stop source fires and the next to ask begins anew. Thread-safe; calls nobody back
/// while locked. Waiters' stop callbacks share it.
class FlightTable : public std::enable_shared_from_this<FlightTable>
{
public:
    /// Joins a flight under way or adds the one `make` returns. The bool says whether it was added,
    /// so that the caller sets it off. Null when the table is closed; then the waiter has been
    /// answered.
    std::pair<FlightPtr, bool> join(const std::string& id,
                                    FlightMode mode,
                                    const std::function<FlightPtr()>& make,
                                    std::stop_token stop,
                                    Waiter::Done done);

    /// Ends a flight: everyone who still waits gets the answer.
    void finish(const FlightPtr& flight, const UntypedCacheAnswer& answer);

    /// Stops all flights, answers everyone with Cancelled and lets nobody join any more.
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

    std::mutex m_mutex; // Guards what follows.
    Rows m_rows;        // By id and mode.
    bool m_closed = false;
};

} // namespace faultline::cache
