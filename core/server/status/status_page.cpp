// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/status_page.h"

#include "core/base/result.h"
#include "core/json/json_writer.h"

#include <initializer_list>

namespace faultline::server {

namespace {

constexpr std::string_view kHead =
    R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Faultline status</title><style>
body{font:15px/1.4 system-ui,sans-serif;margin:2em;max-width:75em}
table{border-collapse:collapse;margin:.5em 0 1.5em}
th,td{text-align:left;padding:.25em .9em .25em 0;border-bottom:1px solid #8884;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
form{display:inline}
@media (prefers-color-scheme:dark){body{background:#181818;color:#ddd}}
</style></head><body><h1>Faultline</h1>
)";

std::string escaped(std::string_view text)
{
    std::string html;
    for (const char c : text) {
        switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        case '\'': html += "&#39;"; break;
        default: html += c;
        }
    }
    return html;
}

std::string durationText(std::uint64_t seconds)
{
    if (seconds < 60)
        return concat(seconds, " s");
    if (seconds < 3600)
        return concat(seconds / 60, " min ", seconds % 60, " s");
    return concat(seconds / 3600, " h ", seconds / 60 % 60, " min");
}

std::string sizeText(std::uint64_t bytes)
{
    constexpr std::uint64_t kKib = 1024;
    if (bytes < kKib)
        return concat(bytes, " B");
    if (bytes < kKib * kKib)
        return concat(bytes / kKib, " KiB");
    return concat(bytes / (kKib * kKib), " MiB");
}

/// One row; cells after the first `texts` hold numbers.
std::string row(std::string_view tag, std::size_t texts, std::initializer_list<std::string> cells)
{
    std::string html = "<tr>";
    std::size_t index = 0;
    for (const auto& cell : cells)
        html += concat("<", tag, index++ < texts ? "" : " class=\"n\"", ">", cell, "</", tag, ">");
    return html + "</tr>\n";
}

std::string button(std::string_view action,
                   std::string_view label,
                   const std::string& token,
                   std::string_view host = {})
{
    auto html = concat(R"(<form method="post" action=")", action,
                       R"("><input type="hidden" name="token" value=")", escaped(token), "\">");
    if (!host.empty())
        html += concat(R"(<input type="hidden" name="host" value=")", escaped(host), "\">");
    return html + concat("<button>", label, "</button></form>");
}

std::string jobsHtml(const JobFacts& jobs)
{
    auto html = concat("<h2>Jobs</h2>\n<p>", jobs.running.size(), " running");
    if (jobs.most)
        html += concat(" of at most ", *jobs.most);
    html += concat(", ", jobs.finished, " finished (", sizeText(jobs.finishedBytes),
                   " of answers kept)</p>\n");
    if (jobs.running.empty())
        return html;
    html += "<table>" + row("th", 3, {"Job", "Request", "Request id", "For"});
    for (const auto& job : jobs.running)
        html += row("td", 3,
                    {escaped(job.id), escaped(job.request), escaped(job.requestId),
                     durationText(static_cast<std::uint64_t>(job.seconds))});
    return html + "</table>\n";
}

std::string cachesHtml(const CacheFacts& caches, const std::string& token)
{
    auto html = "<h2>Caches</h2>\n<p>" +
                button("/status/clear-memory", "Empty the memory layer", token) + "</p>\n";
    if (caches.folder.empty())
        return html + "<p>Nothing is kept on disk.</p>\n";
    html += concat("<p>", escaped(caches.folder), ", measured ", durationText(caches.ageSeconds),
                   " ago</p>\n");
    if (!caches.error.empty())
        html += concat("<p>", escaped(caches.error), "</p>\n");
    html += "<table>" + row("th", 1, {"Kind", "Entries", "Size", "A cleanup would free"});
    for (const auto& kind : caches.kinds)
        html += row("td", 1,
                    {escaped(kind.name), concat(kind.entries), sizeText(kind.bytes),
                     sizeText(kind.removableBytes)});
    return html + "</table>\n";
}

std::string sourcesHtml(const std::vector<SourceFacts>& sources)
{
    std::string html = "<h2>Sources</h2>\n";
    if (sources.empty())
        return html + "<p>None is configured; requests name their own.</p>\n";
    html += "<table>" + row("th", 4, {"Id", "Type", "Location", "Shared by all scopes"});
    for (const auto& source : sources)
        html += row("td", 4,
                    {escaped(source.id), escaped(source.type), escaped(source.location),
                     source.isPublic ? "yes" : "no"});
    return html + "</table>\n";
}

std::string hostsHtml(const std::vector<BlockedHostFacts>& hosts, const std::string& token)
{
    std::string html = "<h2>Deny list</h2>\n";
    if (hosts.empty())
        return html + "<p>No host is blocked.</p>\n";
    html += "<table>" + row("th", 4, {"Host", "Blocked for", "Because of", ""});
    for (const auto& host : hosts)
        html += row("td", 4,
                    {escaped(host.host), durationText(host.secondsLeft), escaped(host.reason),
                     button("/status/unblock", "Ask it again", token, host.host)});
    return html + "</table>\n";
}

void writeTextOrNull(json::JsonWriter& json, std::string_view key, const std::string& text)
{
    json.key(key);
    if (text.empty())
        json.null();
    else
        json.value(text);
}

void writeJobs(json::JsonWriter& json, const JobFacts& jobs)
{
    json.key("jobs").beginObject().key("running").beginArray();
    for (const auto& job : jobs.running) {
        json.beginObject().member("id", job.id).member("request", job.request);
        json.member("request_id", job.requestId);
        json.member("milliseconds", static_cast<std::uint64_t>(job.seconds * 1000)).endObject();
    }
    json.endArray().key("max_running");
    if (jobs.most)
        json.value(std::uint64_t{*jobs.most});
    else
        json.null();
    json.member("finished", std::uint64_t{jobs.finished});
    json.member("finished_bytes", jobs.finishedBytes).endObject();
}

void writeCaches(json::JsonWriter& json, const CacheFacts& caches)
{
    json.key("caches").beginObject();
    writeTextOrNull(json, "folder", caches.folder);
    json.member("age_seconds", caches.ageSeconds);
    writeTextOrNull(json, "error", caches.error);
    json.key("kinds").beginArray();
    for (const auto& kind : caches.kinds) {
        json.beginObject().member("kind", kind.name).member("entries", kind.entries);
        json.member("bytes", kind.bytes).member("removable_bytes", kind.removableBytes);
        json.endObject();
    }
    json.endArray().endObject();
}

} // namespace

std::string renderStatusPage(const ServerFacts& facts, const std::string& token)
{
    return concat(kHead, "<p>Version ", escaped(facts.version), ", running for ",
                  durationText(facts.uptimeSeconds), "</p>\n") +
           jobsHtml(facts.jobs) + cachesHtml(facts.caches, token) + sourcesHtml(facts.sources) +
           hostsHtml(facts.blockedHosts, token) + "</body></html>\n";
}

std::string renderStatusJson(const ServerFacts& facts)
{
    std::string text;
    json::JsonWriter json(text);
    json.beginObject().member("version", facts.version);
    json.member("uptime_seconds", facts.uptimeSeconds);
    writeJobs(json, facts.jobs);
    writeCaches(json, facts.caches);
    json.key("sources").beginArray();
    for (const auto& source : facts.sources) {
        json.beginObject().member("id", source.id).member("type", source.type);
        json.member("location", source.location).member("is_public", source.isPublic).endObject();
    }
    json.endArray().key("blocked_hosts").beginArray();
    for (const auto& host : facts.blockedHosts) {
        json.beginObject().member("host", host.host).member("seconds_left", host.secondsLeft);
        json.member("reason", host.reason).endObject();
    }
    json.endArray().endObject();
    return text;
}

} // namespace faultline::server
