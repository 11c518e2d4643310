// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/server/http/http_types.h"
#include "core/server/http/request_scope.h"
#include "core/server/status/latency_counts.h"
#include "core/server/status/status_facts.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::server {

/// What a running server remembers of its requests: the last ones with what became of their
/// modules, numbers for each endpoint, and an hour of history. In memory only, and bounded in every
/// direction. Requests of monitors and of the status page itself are left out. Thread-safe.
class RequestBook
{
public:
    using Clock = std::chrono::steady_clock;

    explicit RequestBook(Clock::time_point start = Clock::now()) : m_start(start) {}

    /// An answer goes to the client. A job may go on after it.
    void answered(const RequestInfo& request, const HttpResponse& response, Clock::time_point now);
    /// The job that the request started has ended with this envelope.
    void jobEnded(const RequestInfo& request, std::string_view envelope);
    /// Keeps what became of the modules of an event of machine code.
    void reported(const RequestInfo& request, const Report& report);
    /// Notes how much is going on, for the history.
    void
    sample(std::size_t running, std::optional<std::uint64_t> memoryBytes, Clock::time_point now);

    RequestFacts facts(Clock::time_point now) const;
    /// A report that has modules and no stacks; null when nothing is kept for the request.
    ReportPtr modulesOf(std::string_view requestId) const;

private:
    struct Entry
    {
        RequestFacts::Ended facts;
        Clock::time_point at;
    };

    struct Endpoint
    {
        std::uint64_t failed = 0;
        std::uint64_t refused = 0;
        LatencyCounts times;
    };

    /// One minute of the history.
    struct Slot
    {
        std::int64_t minute = -1; ///< Since the start.
        std::uint64_t failed = 0;
        LatencyCounts times;
        std::optional<std::uint64_t> running; ///< The most that was noted.
        std::optional<std::uint64_t> memoryBytes;
    };

    struct Kept
    {
        ReportPtr report;
        std::size_t bytes = 0;
    };

    static constexpr std::size_t kSlots = 60;

    Endpoint& endpointOf(const RequestInfo& request, unsigned status);
    Slot& slotAt(Clock::time_point now);
    std::int64_t minuteOf(Clock::time_point now) const;
    RequestFacts::Lately lately(Clock::time_point now) const;
    std::vector<RequestFacts::Minute> history(Clock::time_point now) const;
    void dropOldReports();

    const Clock::time_point m_start;
    mutable std::mutex m_mutex;  // Guards the members below.
    std::deque<Entry> m_entries; ///< The newest first.
    std::uint64_t m_total = 0;
    std::map<std::string, Endpoint, std::less<>> m_endpoints;
    std::array<Slot, kSlots> m_slots{};
    std::map<std::string, Kept, std::less<>> m_reports; ///< By the ids of the requests.
    std::deque<std::string> m_reportOrder;              ///< The oldest first.
    std::size_t m_reportBytes = 0;
};

/// "POST /minidump": the method and the first step of the path.
std::string endpointName(const RequestInfo& request);

} // namespace faultline::server
