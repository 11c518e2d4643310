// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/status_json.h"

#include "core/insight/why.h"
#include "core/json/json_writer.h"
#include "core/report/insight_text.h"
#include "core/report/module_json.h"
#include "core/report/module_text.h"

namespace faultline::server {

namespace {

void writeTextOrNull(json::JsonWriter& json, std::string_view key, const std::string& text)
{
    json.key(key);
    if (text.empty())
        json.null();
    else
        json.value(text);
}

template <class Number>
void writeNumberOrNull(json::JsonWriter& json, std::string_view key, std::optional<Number> number)
{
    json.key(key);
    if (number)
        json.value(std::uint64_t{*number});
    else
        json.null();
}

void writeTimes(json::JsonWriter& json, const LatencyFacts& times)
{
    writeNumberOrNull(json, "p50_milliseconds", times.half);
    writeNumberOrNull(json, "p95_milliseconds", times.most);
    writeNumberOrNull(json, "p99_milliseconds", times.nearlyAll);
}

void writeJobs(json::JsonWriter& json, const JobFacts& jobs)
{
    json.key("jobs").beginObject().key("running").beginArray();
    for (const auto& job : jobs.running) {
        json.beginObject().member("id", job.id).member("request", job.request);
        json.member("request_id", job.requestId).member("scope", job.scope);
        json.member("milliseconds", static_cast<std::uint64_t>(job.seconds * 1000)).endObject();
    }
    json.endArray();
    writeNumberOrNull(json, "max_running", jobs.most);
    json.member("finished", std::uint64_t{jobs.finished});
    json.member("finished_bytes", jobs.finishedBytes).endObject();
}

void writeEnded(json::JsonWriter& json, const RequestFacts::Ended& ended)
{
    json.beginObject().member("id", ended.id).member("request", ended.request);
    json.member("scope", ended.scope).member("state", requestEndName(ended.end));
    json.member("status", std::uint64_t{ended.status});
    json.member("milliseconds", ended.milliseconds).member("ended_seconds_ago", ended.secondsAgo);
    writeTextOrNull(json, "message", ended.message);
    writeNumberOrNull(json, "modules", ended.modules);
    json.member("lacking", std::uint64_t{ended.lacking});
    json.member("has_modules", ended.hasModules).endObject();
}

void writeRequests(json::JsonWriter& json, const RequestFacts& requests)
{
    json.key("requests").beginObject().member("total", requests.total);
    json.key("lately").beginObject().member("seconds", requests.lately.seconds);
    json.member("requests", requests.lately.requests).member("failed", requests.lately.failed);
    writeTimes(json, requests.lately.times);
    json.endObject().key("recent").beginArray();
    for (const auto& ended : requests.recent)
        writeEnded(json, ended);
    json.endArray().key("endpoints").beginArray();
    for (const auto& each : requests.endpoints) {
        json.beginObject().member("endpoint", each.endpoint).member("requests", each.requests);
        json.member("failed", each.failed).member("refused", each.refused);
        writeTimes(json, each.times);
        json.endObject();
    }
    json.endArray().key("minutes").beginArray();
    for (const auto& minute : requests.minutes) {
        json.beginObject().member("requests", minute.requests).member("failed", minute.failed);
        writeTimes(json, minute.times);
        writeNumberOrNull(json, "running", minute.running);
        writeNumberOrNull(json, "memory_bytes", minute.memoryBytes);
        json.endObject();
    }
    json.endArray().endObject();
}

void writeCaches(json::JsonWriter& json, const CacheFacts& caches)
{
    json.key("caches").beginObject();
    writeTextOrNull(json, "folder", caches.folder);
    json.member("age_seconds", caches.ageSeconds);
    writeTextOrNull(json, "error", caches.error);
    writeNumberOrNull(json, "quota_bytes", caches.quotaBytes);
    writeNumberOrNull(json, "disk_bytes", caches.diskBytes);
    writeNumberOrNull(json, "free_bytes", caches.freeBytes);
    json.key("kinds").beginArray();
    for (const auto& kind : caches.kinds) {
        json.beginObject().member("kind", kind.name).member("entries", kind.entries);
        json.member("bytes", kind.bytes).member("removable_bytes", kind.removableBytes);
        json.endObject();
    }
    json.endArray().endObject();
}

void writeSources(json::JsonWriter& json, const ServerFacts& facts)
{
    json.key("sources").beginArray();
    for (const auto& source : facts.sources) {
        json.beginObject().member("id", source.id).member("type", source.type);
        json.member("location", source.location).member("is_public", source.isPublic);
        writeTextOrNull(json, "host", source.host);
        json.endObject();
    }
    json.endArray().key("blocked_hosts").beginArray();
    for (const auto& host : facts.blockedHosts) {
        json.beginObject().member("host", host.host).member("seconds_left", host.secondsLeft);
        json.member("reason", host.reason).endObject();
    }
    json.endArray();
}

void writeProcess(json::JsonWriter& json, const ServerFacts& facts)
{
    json.key("process").beginObject().member("id", facts.process.id);
    writeTextOrNull(json, "address", facts.address);
    writeTextOrNull(json, "configuration", facts.configuration);
    writeTextOrNull(json, "configuration_hash", facts.configurationHash);
    writeNumberOrNull(json, "threads", facts.process.threads);
    writeNumberOrNull(json, "open_files", facts.process.openFiles);
    writeNumberOrNull(json, "max_open_files", facts.process.mostOpenFiles);
    writeNumberOrNull(json, "memory_bytes", facts.process.memoryBytes);
    json.endObject();
}

void writeLog(json::JsonWriter& json, const std::vector<LogLineFacts>& lines)
{
    json.key("log").beginArray();
    for (const auto& line : lines) {
        json.beginObject().member("unix_milliseconds", line.unixMilliseconds);
        json.member("level", logLevelName(line.level)).member("category", line.category);
        json.member("message", line.message).textIfAny("request_id", line.requestId).endObject();
    }
    json.endArray();
}

} // namespace

std::string renderStatusJson(const ServerFacts& facts, const std::string& token)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("version", facts.version);
    json.member("uptime_seconds", facts.uptimeSeconds).member("readiness", facts.readiness);
    json.member("controllable", facts.isControllable).member("token", token);
    writeJobs(json, facts.jobs);
    writeRequests(json, facts.requests);
    writeCaches(json, facts.caches);
    writeSources(json, facts);
    writeProcess(json, facts);
    writeLog(json, facts.log);
    json.endObject();
    return text;
}

std::string renderModulesJson(const Report& report)
{
    const report::JsonOptions options{.candidates = report::IncludeCandidates::Yes,
                                      .extras = report::IncludeExtras::Yes};
    const auto setting = insight::settingOf(report);
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().key("modules").beginArray();
    for (std::uint32_t i = 0; i < report.modules.size(); ++i) {
        if (!report.modules[i])
            continue;
        const auto why = insight::whyModule(report, i, setting);
        json.beginObject().key("why").beginObject();
        json.member("code", insight::whyCodeName(why.code));
        json.member("headline",
                    report::whyHeadline(why.code, report::moduleName(report.event->modules[i])));
        json.member("explanation", report::whyExplanation(why)).endObject();
        json.key("module");
        report::writeModuleJson(json, *report.modules[i], *report.event, options);
        json.endObject();
    }
    json.endArray().endObject();
    return text;
}

} // namespace faultline::server
