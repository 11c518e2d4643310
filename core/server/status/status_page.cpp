// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/status_page.h"

#include "core/base/result.h"
#include "core/insight/why.h"
#include "core/report/insight_text.h"
#include "core/report/module_text.h"

#include <array>
#include <ctime>
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
</style></head><body>
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

std::string millisecondsText(std::optional<std::uint64_t> milliseconds)
{
    if (!milliseconds)
        return "–";
    if (*milliseconds < 1000)
        return concat(*milliseconds, " ms");
    return durationText(*milliseconds / 1000);
}

std::string numberText(std::optional<std::uint64_t> number)
{
    return number ? concat(*number) : std::string("–");
}

std::string latelyHtml(const ServerFacts& facts)
{
    const auto& lately = facts.requests.lately;
    return concat("<p>In the last ", durationText(lately.seconds), ": ", lately.requests,
                  " requests, ", lately.failed, " failed; half took at most ",
                  millisecondsText(lately.times.half), ", 95 % at most ",
                  millisecondsText(lately.times.most), ". ", facts.requests.total,
                  " since the start.</p>\n");
}

std::string jobsHtml(const JobFacts& jobs)
{
    auto html = concat("<p>", jobs.running.size(), " running");
    if (jobs.most)
        html += concat(" of at most ", *jobs.most);
    html += concat(", ", jobs.finished, " finished (", sizeText(jobs.finishedBytes),
                   " of answers kept)</p>\n");
    if (jobs.running.empty())
        return html;
    html += "<table>" + row("th", 4, {"Job", "Request", "Request id", "Scope", "For"});
    for (const auto& job : jobs.running)
        html += row("td", 4,
                    {escaped(job.id), escaped(job.request), escaped(job.requestId),
                     escaped(job.scope), durationText(static_cast<std::uint64_t>(job.seconds))});
    return html + "</table>\n";
}

std::string stepOf(const RequestFacts::Ended& ended)
{
    if (!ended.message.empty())
        return escaped(ended.message);
    if (!ended.modules)
        return {};
    return ended.lacking == 0
               ? concat("all ", *ended.modules, " modules found")
               : concat(ended.lacking, " of ", *ended.modules, " modules without a debug file");
}

/// Request ids have letters and digits only (isRequestId()), so they can stand in a path.
std::string requestName(const RequestFacts::Ended& ended)
{
    const auto id = escaped(ended.id);
    return ended.hasModules ? concat("<a href=\"/status/requests/", id, "\">", id, "</a>") : id;
}

std::string endedHtml(const std::vector<RequestFacts::Ended>& recent)
{
    if (recent.empty())
        return {};
    auto html = "<table>" + row("th", 6,
                                {"Request id", "Request", "State", "Status", "What became of it",
                                 "Scope", "Took", "Ago"});
    for (const auto& ended : recent)
        html +=
            row("td", 6,
                {requestName(ended), escaped(ended.request), std::string(requestEndName(ended.end)),
                 concat(ended.status), stepOf(ended), escaped(ended.scope),
                 millisecondsText(ended.milliseconds), durationText(ended.secondsAgo)});
    return html + "</table>\n";
}

std::string endpointsHtml(const std::vector<RequestFacts::Endpoint>& endpoints)
{
    if (endpoints.empty())
        return {};
    auto html =
        "<h2>By endpoint</h2>\n<table>" + row("th", 1,
                                              {"Endpoint", "Requests", "Failed", "Refused",
                                               "Half within", "95 % within", "99 % within"});
    for (const auto& each : endpoints)
        html += row("td", 1,
                    {escaped(each.endpoint), concat(each.requests), concat(each.failed),
                     concat(each.refused), millisecondsText(each.times.half),
                     millisecondsText(each.times.most), millisecondsText(each.times.nearlyAll)});
    return html + "</table>\n";
}

std::string requestsHtml(const ServerFacts& facts)
{
    return "<h2>Requests</h2>\n" + latelyHtml(facts) + jobsHtml(facts.jobs) +
           endedHtml(facts.requests.recent) + endpointsHtml(facts.requests.endpoints);
}

std::string cachesHtml(const CacheFacts& caches, const std::string& token, bool isControllable)
{
    auto html =
        "<h2>Caches</h2>\n<p>" + button("/status/clear-memory", "Empty the memory layer", token);
    if (isControllable && !caches.folder.empty())
        html += " " + button("/status/clean-caches", "Clean up now", token);
    html += "</p>\n";
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

std::string processHtml(const ServerFacts& facts)
{
    const auto& process = facts.process;
    auto html = std::string("<h2>Process</h2>\n<table>");
    html += row("td", 2, {"Version", escaped(facts.version)});
    html += row("td", 2, {"Bound", escaped(facts.address)});
    html += row("td", 2, {"Configuration", escaped(facts.configuration)});
    html += row("td", 2, {"Its hash", escaped(facts.configurationHash)});
    html += row("td", 2, {"Threads", numberText(process.threads)});
    html += row("td", 2,
                {"Open files",
                 concat(numberText(process.openFiles), " of ", numberText(process.mostOpenFiles))});
    html += row("td", 2, {"Memory", process.memoryBytes ? sizeText(*process.memoryBytes) : "–"});
    return html + "</table>\n";
}

std::string timeText(std::int64_t unixMilliseconds)
{
    const auto seconds = static_cast<std::time_t>(unixMilliseconds / 1000);
    std::tm time{};
    std::array<char, 32> text{};
    if (::gmtime_r(&seconds, &time) == nullptr ||
        std::strftime(text.data(), text.size(), "%F %TZ", &time) == 0)
        return {};
    return text.data();
}

std::string logHtml(const std::vector<LogLineFacts>& lines)
{
    if (lines.empty())
        return {};
    auto html = "<h2>Log</h2>\n<table>" +
                row("th", 5, {"Time", "Level", "Category", "Message", "Request id"});
    for (const auto& line : lines)
        html += row("td", 5,
                    {timeText(line.unixMilliseconds), std::string(logLevelName(line.level)),
                     escaped(line.category), escaped(line.message), escaped(line.requestId)});
    return html + "</table>\n";
}

std::string controlsHtml(const ServerFacts& facts, const std::string& token)
{
    if (!facts.isControllable)
        return {};
    return concat("<p>", button("/status/reload", "Reload the configuration", token), " ",
                  button("/status/drain", "Drain", token), "</p>\n");
}

/// What is true now, in one sentence.
std::string sentenceOf(const ServerFacts& facts)
{
    if (facts.readiness != "ready")
        return concat("Not ready: ", escaped(facts.readiness));
    if (facts.blockedHosts.empty())
        return "The server is ready";
    return facts.blockedHosts.size() == 1
               ? concat("One host is not asked for now: ", escaped(facts.blockedHosts[0].host))
               : concat(facts.blockedHosts.size(), " hosts are not asked for now");
}

std::string moduleHtml(const Report& report, std::uint32_t module)
{
    const auto name = report::moduleName(report.event->modules[module]);
    const auto why = insight::whyModule(report, module, insight::settingOf(report));
    auto html = concat("<h2>", escaped(report::whyHeadline(why.code, name)), "</h2>\n<p>",
                       escaped(report::whyExplanation(why)), "</p>\n<p>",
                       escaped(report::wantedFile(report.modules[module]->module)), "</p>\n<ul>");
    for (const auto& place : report::triedPlaces(*report.modules[module]))
        html += concat("<li>", escaped(place), "</li>\n");
    return html + "</ul>\n";
}

} // namespace

std::string renderStatusPage(const ServerFacts& facts, const std::string& token)
{
    return concat(kHead, "<h1>", sentenceOf(facts), "</h1>\n<p>Faultline ", escaped(facts.version),
                  ", running for ", durationText(facts.uptimeSeconds), "</p>\n") +
           controlsHtml(facts, token) + requestsHtml(facts) +
           cachesHtml(facts.caches, token, facts.isControllable) + sourcesHtml(facts.sources) +
           hostsHtml(facts.blockedHosts, token) + processHtml(facts) + logHtml(facts.log) +
           "</body></html>\n";
}

std::string renderModulesPage(const std::string& requestId, const Report& report)
{
    auto html = concat(kHead, "<h1>Request ", escaped(requestId),
                       "</h1>\n<p><a href=\"/status\">Status</a></p>\n");
    // Those that lack something first.
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < report.modules.size(); ++i) {
        const auto& module = report.modules[i];
        if (!module || module->debugStatus == ObjectFileStatus::Unused)
            continue;
        if (module->debugStatus == ObjectFileStatus::Found)
            found.push_back(i);
        else
            html += moduleHtml(report, i);
    }
    for (const auto module : found)
        html += moduleHtml(report, module);
    return html + "</body></html>\n";
}

} // namespace faultline::server
