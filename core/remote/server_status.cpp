// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/server_status.h"

#include "core/base/text.h"
#include "core/json/json_members.h"
#include "core/json/json_reader.h"

#include <array>
#include <utility>

namespace faultline::remote {

namespace {

using json::JsonValue;

constexpr std::size_t kMostRows = 1000;
constexpr std::size_t kMostTextBytes = 2000;
constexpr json::JsonLimits kLimits{.maxDepth = 16, .maxValues = 400'000};

std::string text(const JsonValue& object, std::string_view name)
{
    auto value = json::textMember(object, name);
    if (value.size() > kMostTextBytes)
        value = toValidUtf8(std::string_view(value).substr(0, kMostTextBytes)) + "…";
    return value;
}

std::uint64_t number(const JsonValue& object, std::string_view name)
{
    return json::numberMember(object, name).value_or(0);
}

ServerStatus::Times timesOf(const JsonValue& object)
{
    return {.half = json::numberMember(object, "p50_milliseconds"),
            .most = json::numberMember(object, "p95_milliseconds"),
            .nearlyAll = json::numberMember(object, "p99_milliseconds")};
}

ServerStatus::End endOf(std::string_view word)
{
    using enum ServerStatus::End;
    constexpr std::array<std::pair<std::string_view, ServerStatus::End>, 6> kEnds{
        {{"completed", Completed},
         {"pending", Pending},
         {"failed", Failed},
         {"timeout", TimedOut},
         {"refused", Refused},
         {"internal_error", InternalError}}};
    for (const auto& [name, end] : kEnds)
        if (word == name)
            return end;
    return Other;
}

/// Appends what `make` makes of each object of a list.
template <class Row, class Make>
void readRows(const JsonValue& object, std::string_view name, std::vector<Row>& rows, Make make)
{
    json::forEachChildOf(object, name, [&](const JsonValue& each) {
        if (rows.size() < kMostRows && each.kind() == json::JsonKind::Object)
            rows.push_back(make(each));
    });
}

void readJobs(const JsonValue& jobs, ServerStatus& status)
{
    readRows(jobs, "running", status.running, [](const JsonValue& job) {
        return ServerStatus::Running{.requestId = text(job, "request_id"),
                                     .request = text(job, "request"),
                                     .scope = text(job, "scope"),
                                     .milliseconds = number(job, "milliseconds")};
    });
    status.maxRunning = json::numberMember(jobs, "max_running");
}

ServerStatus::Ended endedOf(const JsonValue& row)
{
    return {.id = text(row, "id"),
            .request = text(row, "request"),
            .scope = text(row, "scope"),
            .end = endOf(text(row, "state")),
            .status = number(row, "status"),
            .milliseconds = number(row, "milliseconds"),
            .secondsAgo = number(row, "ended_seconds_ago"),
            .message = text(row, "message"),
            .modules = json::numberMember(row, "modules"),
            .lacking = number(row, "lacking"),
            .hasModules = json::flagMember(row, "has_modules")};
}

void readRequests(const JsonValue& requests, ServerStatus& status)
{
    status.hasRequests = true;
    status.totalRequests = number(requests, "total");
    if (const auto lately = json::member(requests, "lately")) {
        status.latelySeconds = number(*lately, "seconds");
        status.latelyRequests = number(*lately, "requests");
        status.latelyFailed = number(*lately, "failed");
        status.latelyTimes = timesOf(*lately);
    }
    readRows(requests, "recent", status.recent, endedOf);
    readRows(requests, "endpoints", status.endpoints, [](const JsonValue& row) {
        return ServerStatus::Endpoint{.endpoint = text(row, "endpoint"),
                                      .requests = number(row, "requests"),
                                      .failed = number(row, "failed"),
                                      .refused = number(row, "refused"),
                                      .times = timesOf(row)};
    });
    readRows(requests, "minutes", status.minutes, [](const JsonValue& row) {
        return ServerStatus::Minute{.requests = number(row, "requests"),
                                    .failed = number(row, "failed"),
                                    .times = timesOf(row),
                                    .running = json::numberMember(row, "running"),
                                    .memoryBytes = json::numberMember(row, "memory_bytes")};
    });
}

void readCaches(const JsonValue& caches, ServerStatus& status)
{
    status.cacheFolder = text(caches, "folder");
    status.cacheError = text(caches, "error");
    status.quotaBytes = json::numberMember(caches, "quota_bytes");
    status.diskBytes = json::numberMember(caches, "disk_bytes");
    status.freeBytes = json::numberMember(caches, "free_bytes");
    readRows(caches, "kinds", status.caches, [](const JsonValue& row) {
        return ServerStatus::Cache{.kind = text(row, "kind"),
                                   .entries = number(row, "entries"),
                                   .bytes = number(row, "bytes"),
                                   .removableBytes = number(row, "removable_bytes")};
    });
}

void readSources(const JsonValue& root, ServerStatus& status)
{
    readRows(root, "sources", status.sources, [](const JsonValue& row) {
        return ServerStatus::Source{.id = text(row, "id"),
                                    .type = text(row, "type"),
                                    .location = text(row, "location"),
                                    .isPublic = json::flagMember(row, "is_public"),
                                    .host = text(row, "host")};
    });
    readRows(root, "blocked_hosts", status.blockedHosts, [](const JsonValue& row) {
        return ServerStatus::BlockedHost{.host = text(row, "host"),
                                         .secondsLeft = number(row, "seconds_left"),
                                         .reason = text(row, "reason")};
    });
}

void readProcess(const JsonValue& process, ServerStatus& status)
{
    status.address = text(process, "address");
    status.configuration = text(process, "configuration");
    status.configurationHash = text(process, "configuration_hash");
    status.threads = json::numberMember(process, "threads");
    status.openFiles = json::numberMember(process, "open_files");
    status.maxOpenFiles = json::numberMember(process, "max_open_files");
    status.memoryBytes = json::numberMember(process, "memory_bytes");
}

bool isStatus(const JsonValue& root)
{
    const auto jobs = json::member(root, "jobs");
    return !json::textMember(root, "version").empty() && jobs &&
           jobs->kind() == json::JsonKind::Object && json::member(root, "uptime_seconds");
}

} // namespace

Result<ServerStatus> readServerStatus(std::string_view json)
{
    const auto document = json::parseJson(json, kLimits);
    if (!document)
        return fail(ErrorKind::Malformed,
                    "the answer is no status of a Faultline server: ", document.error().detail);
    const auto root = document->root();
    if (!isStatus(root))
        return fail(ErrorKind::Malformed, "the answer is no status of a Faultline server");
    ServerStatus status{.version = text(root, "version"),
                        .uptimeSeconds = number(root, "uptime_seconds"),
                        .readiness = text(root, "readiness"),
                        .isControllable = json::flagMember(root, "controllable"),
                        .token = json::textMember(root, "token")};
    readJobs(*json::member(root, "jobs"), status);
    if (const auto requests = json::member(root, "requests"))
        readRequests(*requests, status);
    if (const auto caches = json::member(root, "caches"))
        readCaches(*caches, status);
    readSources(root, status);
    if (const auto process = json::member(root, "process"))
        readProcess(*process, status);
    readRows(root, "log", status.log, [](const JsonValue& row) {
        return ServerStatus::LogLine{
            .unixMilliseconds = static_cast<std::int64_t>(number(row, "unix_milliseconds")),
            .level = text(row, "level"),
            .category = text(row, "category"),
            .message = text(row, "message"),
            .requestId = text(row, "request_id")};
    });
    return status;
}

} // namespace faultline::remote
