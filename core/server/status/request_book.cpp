// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/request_book.h"

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace faultline::server {

namespace {

constexpr std::size_t kMostEntries = 200;
constexpr std::size_t kMostEndpoints = 64;
constexpr std::size_t kMostMessageBytes = 300;
constexpr std::size_t kMostParsedBytes = 8192; ///< Of an answer that says why it failed.
constexpr std::size_t kMostReportBytes = std::size_t{16} << 20;
constexpr std::string_view kOtherEndpoint = "other";

/// What monitors ask every few seconds, and the status page with its actions.
bool isOfOperators(std::string_view path)
{
    return path == "/healthcheck" || path == "/ready" || path.starts_with("/status") ||
           path.starts_with("/__");
}

RequestEnd endOfEnvelope(std::string_view body)
{
    // Every envelope is written here, with this member first and without spaces.
    constexpr std::array<std::pair<std::string_view, RequestEnd>, 4> kEnds{
        {{R"({"status":"pending")", RequestEnd::Pending},
         {R"({"status":"failed")", RequestEnd::Failed},
         {R"({"status":"timeout")", RequestEnd::TimedOut},
         {R"({"status":"internal_error")", RequestEnd::InternalError}}};
    for (const auto& [start, end] : kEnds)
        if (body.starts_with(start))
            return end;
    return RequestEnd::Completed;
}

RequestEnd endOf(const HttpResponse& response)
{
    if (response.status >= 500)
        return RequestEnd::InternalError;
    if (response.status >= 400)
        return RequestEnd::Refused;
    return endOfEnvelope(response.content());
}

bool isFailure(RequestEnd end)
{
    return end == RequestEnd::Failed || end == RequestEnd::TimedOut ||
           end == RequestEnd::InternalError;
}

/// Why it failed, as the client was told.
std::string messageIn(std::string_view body)
{
    std::string text;
    if (body.size() > kMostParsedBytes)
        return text;
    if (!body.starts_with('{')) {
        text = body;
    } else if (const auto document = json::parseJson(body)) {
        for (const auto* name : {"message", "detail", "error"})
            if (text.empty())
                text = json::textMember(document->root(), name);
    }
    text = escapeControls(text);
    return text.size() <= kMostMessageBytes
               ? text
               : std::string(toValidUtf8(std::string_view(text).substr(0, kMostMessageBytes))) +
                     "…";
}

void countModules(RequestFacts::Ended& facts, const Report& report)
{
    facts.modules = 0;
    facts.lacking = 0;
    for (const auto& module : report.modules) {
        if (!module || module->debugStatus == ObjectFileStatus::Unused)
            continue;
        ++*facts.modules;
        facts.lacking += module->debugStatus == ObjectFileStatus::Found ? 0 : 1;
    }
}

/// Roughly what the modules take in memory.
std::size_t weightOf(const Report& report)
{
    std::size_t bytes = sizeof(Report);
    for (const auto& module : report.modules) {
        bytes += sizeof(EventModule) + 300;
        if (!module)
            continue;
        bytes += sizeof(ModuleReport);
        for (const auto& candidate : module->candidates)
            bytes += sizeof(Candidate) + candidate.location.size() + candidate.source.size() +
                     candidate.outcome.file.size();
    }
    return bytes;
}

/// Without the bytes of the file, which would stay in memory.
ReportPtr withoutStacks(const Report& report)
{
    auto event = std::make_shared<Event>();
    event->kind = report.event->kind;
    event->system = report.event->system;
    event->modules = report.event->modules;
    for (auto& module : event->modules)
        module.unknownCodeView = {};
    auto slim = std::make_shared<Report>();
    slim->modules.reserve(report.modules.size());
    for (const auto& module : report.modules) {
        if (!module || module->module.unknownCodeView.empty()) {
            slim->modules.push_back(module);
            continue;
        }
        auto copy = std::make_shared<ModuleReport>(*module);
        copy->module.unknownCodeView = {};
        slim->modules.push_back(std::move(copy));
    }
    slim->event = std::move(event);
    slim->complete = true;
    slim->sourceCount = report.sourceCount;
    slim->isOffline = report.isOffline;
    return slim;
}

std::optional<std::uint64_t> millisecondsOf(std::optional<std::chrono::microseconds> time)
{
    if (!time)
        return std::nullopt;
    return static_cast<std::uint64_t>((time->count() + 999) / 1000);
}

LatencyFacts latencyFacts(const LatencyCounts& times)
{
    return {.half = millisecondsOf(times.share(50)),
            .most = millisecondsOf(times.share(95)),
            .nearlyAll = millisecondsOf(times.share(99))};
}

} // namespace

std::string_view requestEndName(RequestEnd end)
{
    switch (end) {
    case RequestEnd::Completed: return "completed";
    case RequestEnd::Pending: return "pending";
    case RequestEnd::Failed: return "failed";
    case RequestEnd::TimedOut: return "timeout";
    case RequestEnd::Refused: return "refused";
    case RequestEnd::InternalError: break;
    }
    return "internal_error";
}

std::string endpointName(const RequestInfo& request)
{
    const auto end = request.path.find('/', 1);
    return concat(request.method, " ",
                  std::string_view(request.path).substr(0, std::min(end, request.path.size())));
}

void RequestBook::answered(const RequestInfo& request,
                           const HttpResponse& response,
                           Clock::time_point now)
{
    if (isOfOperators(request.path))
        return;
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(now - request.started);
    RequestFacts::Ended facts{.id = request.id,
                              .request = concat(request.method, " ", request.path),
                              .scope = request.scope,
                              .end = endOf(response),
                              .status = response.status,
                              .milliseconds = static_cast<std::uint64_t>(took.count() / 1000)};
    if (facts.end != RequestEnd::Completed && facts.end != RequestEnd::Pending)
        facts.message = messageIn(response.content());
    const bool hasFailed = isFailure(facts.end);
    const std::lock_guard lock(m_mutex);
    ++m_total;
    auto& endpoint = endpointOf(request, response.status);
    endpoint.times.add(took);
    endpoint.failed += hasFailed ? 1 : 0;
    endpoint.refused += facts.end == RequestEnd::Refused ? 1 : 0;
    auto& slot = slotAt(now);
    slot.times.add(took);
    slot.failed += hasFailed ? 1 : 0;
    if (const auto kept = m_reports.find(request.id); kept != m_reports.end())
        countModules(facts, *kept->second.report);
    m_entries.push_front({.facts = std::move(facts), .at = now});
    if (m_entries.size() > kMostEntries)
        m_entries.pop_back();
}

/// Counts a request that nobody can know in a row of its own only as long as there is room.
RequestBook::Endpoint& RequestBook::endpointOf(const RequestInfo& request, unsigned status)
{
    const auto name = endpointName(request);
    if (const auto known = m_endpoints.find(name); known != m_endpoints.end())
        return known->second;
    const bool isRoute = status != 404 && status != 405 && m_endpoints.size() < kMostEndpoints;
    return m_endpoints[isRoute ? name : std::string(kOtherEndpoint)];
}

void RequestBook::jobEnded(const RequestInfo& request, std::string_view envelope)
{
    const auto end = endOfEnvelope(envelope);
    auto message = end == RequestEnd::Completed ? std::string() : messageIn(envelope);
    const auto now = Clock::now();
    const std::lock_guard lock(m_mutex);
    const auto entry = std::ranges::find_if(m_entries, [&](const Entry& each) {
        return each.facts.id == request.id && each.facts.end == RequestEnd::Pending;
    });
    if (entry == m_entries.end())
        return;
    entry->facts.end = end;
    entry->facts.message = std::move(message);
    entry->facts.milliseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(now - request.started).count());
    entry->at = now;
    if (isFailure(end))
        ++slotAt(now).failed;
}

void RequestBook::reported(const RequestInfo& request, const Report& report)
{
    if (!report.event || !report.event->isNative())
        return;
    Kept kept{.report = withoutStacks(report), .bytes = weightOf(report)};
    const std::lock_guard lock(m_mutex);
    for (auto& entry : m_entries)
        if (entry.facts.id == request.id)
            countModules(entry.facts, *kept.report);
    auto& place = m_reports[request.id];
    if (!place.report)
        m_reportOrder.push_back(request.id);
    m_reportBytes += kept.bytes - place.bytes;
    place = std::move(kept);
    dropOldReports();
}

void RequestBook::dropOldReports()
{
    while (m_reportOrder.size() > kMostEntries ||
           (m_reportBytes > kMostReportBytes && !m_reportOrder.empty())) {
        const auto oldest = m_reports.find(m_reportOrder.front());
        m_reportBytes -= oldest->second.bytes;
        m_reports.erase(oldest);
        m_reportOrder.pop_front();
    }
}

void RequestBook::sample(std::size_t running,
                         std::optional<std::uint64_t> memoryBytes,
                         Clock::time_point now)
{
    const std::lock_guard lock(m_mutex);
    auto& slot = slotAt(now);
    slot.running = std::max<std::uint64_t>(slot.running.value_or(0), running);
    if (memoryBytes)
        slot.memoryBytes = memoryBytes;
}

std::int64_t RequestBook::minuteOf(Clock::time_point now) const
{
    return std::max<std::int64_t>(
        0, std::chrono::duration_cast<std::chrono::minutes>(now - m_start).count());
}

RequestBook::Slot& RequestBook::slotAt(Clock::time_point now)
{
    const auto minute = minuteOf(now);
    auto& slot = m_slots[static_cast<std::size_t>(minute) % kSlots];
    if (slot.minute != minute) {
        slot = {};
        slot.minute = minute;
    }
    return slot;
}

/// This minute and the one before it.
RequestFacts::Lately RequestBook::lately(Clock::time_point now) const
{
    const auto minute = minuteOf(now);
    const auto first = std::max<std::int64_t>(0, minute - 1);
    RequestFacts::Lately facts;
    LatencyCounts times;
    for (const auto& slot : m_slots) {
        if (slot.minute < first || slot.minute > minute)
            continue;
        times.add(slot.times);
        facts.failed += slot.failed;
    }
    const auto since = m_start + std::chrono::minutes(first);
    facts.seconds = static_cast<std::uint64_t>(
        std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(now - since).count()));
    facts.requests = times.total();
    facts.times = latencyFacts(times);
    return facts;
}

std::vector<RequestFacts::Minute> RequestBook::history(Clock::time_point now) const
{
    const auto last = minuteOf(now);
    std::vector<RequestFacts::Minute> minutes;
    for (auto minute = std::max<std::int64_t>(0, last - std::int64_t{kSlots} + 1); minute <= last;
         ++minute) {
        const auto& slot = m_slots[static_cast<std::size_t>(minute) % kSlots];
        if (slot.minute != minute) {
            minutes.emplace_back();
            continue;
        }
        minutes.push_back({.requests = slot.times.total(),
                           .failed = slot.failed,
                           .times = latencyFacts(slot.times),
                           .running = slot.running,
                           .memoryBytes = slot.memoryBytes});
    }
    return minutes;
}

RequestFacts RequestBook::facts(Clock::time_point now) const
{
    const std::lock_guard lock(m_mutex);
    RequestFacts facts;
    facts.total = m_total;
    facts.lately = lately(now);
    facts.minutes = history(now);
    for (const auto& entry : m_entries) {
        facts.recent.push_back(entry.facts);
        auto& row = facts.recent.back();
        row.secondsAgo = static_cast<std::uint64_t>(std::max<std::int64_t>(
            0, std::chrono::duration_cast<std::chrono::seconds>(now - entry.at).count()));
        row.hasModules = m_reports.contains(row.id);
    }
    for (const auto& [name, endpoint] : m_endpoints)
        facts.endpoints.push_back({.endpoint = name,
                                   .requests = endpoint.times.total(),
                                   .failed = endpoint.failed,
                                   .refused = endpoint.refused,
                                   .times = latencyFacts(endpoint.times)});
    return facts;
}

ReportPtr RequestBook::modulesOf(std::string_view requestId) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_reports.find(requestId);
    return found == m_reports.end() ? nullptr : found->second.report;
}

} // namespace faultline::server
