// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/server_words.h"

#include "ui/bridge/cache_session.h"
#include "ui/bridge/cache_words.h"
#include "ui/bridge/detail_rows.h"
#include "ui/bridge/report_state.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <optional>

namespace faultline::ui {

namespace {

using remote::ServerStatus;
using End = ServerStatus::End;

constexpr int kWhole = 1000;
constexpr std::uint64_t kSlowMs = 1000; ///< A time that is told as a warning.

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Server)
};

QString count(std::uint64_t number)
{
    return QLocale().toString(qulonglong(number));
}

QString dash()
{
    return QStringLiteral("–");
}

QString timeOr(std::optional<std::uint64_t> milliseconds)
{
    return milliseconds ? shortTime(*milliseconds) : dash();
}

/// Splits "1.9 s" at its space, so that the number can stand out.
void setAmount(ServerNumber& number, const QString& text)
{
    const auto space = text.lastIndexOf(QRegularExpression(QStringLiteral("[ \\x{a0}\\x{202f}]")));
    number.value = space < 0 ? text : text.left(space);
    number.unit = space < 0 ? QString() : text.mid(space + 1);
}

using Minute = ServerStatus::Minute;
using OfMinute = std::function<std::optional<std::uint64_t>(const Minute&)>;

QList<int> history(const ServerStatus& status, const OfMinute& value)
{
    std::uint64_t most = 1;
    for (const auto& minute : status.minutes)
        most = std::max(most, value(minute).value_or(0));
    QList<int> heights;
    for (const auto& minute : status.minutes) {
        const auto each = value(minute);
        heights.append(each ? int(double(*each) / double(most) * kWhole) : -1);
    }
    return heights;
}

bool isBlocked(const ServerStatus& status, const ServerStatus::Source& source)
{
    return !source.host.empty() && std::ranges::any_of(status.blockedHosts, [&](const auto& host) {
        return host.host == source.host;
    });
}

QStringList silentSources(const ServerStatus& status)
{
    QStringList names;
    for (const auto& source : status.sources) {
        if (isBlocked(status, source))
            names.append(toQString(source.id));
    }
    return names;
}

/// Without the requests of the page itself.
int workingCount(const ServerStatus& status)
{
    return int(std::ranges::count_if(
        status.running, [](const auto& job) { return !job.request.contains(" /status"); }));
}

QString blockedSentence(const ServerStatus& status)
{
    const QStringList silent = silentSources(status);
    const int all = int(status.sources.size());
    if (silent.isEmpty())
        return status.blockedHosts.size() == 1
                   ? Words::tr("One host is not asked for now: %1")
                         .arg(toQString(status.blockedHosts.front().host))
                   : Words::tr("%Ln host(s) are not asked for now", nullptr,
                               int(status.blockedHosts.size()));
    if (silent.size() == 1)
        //: how many sources there are, and the one that does not answer
        return all == 1 ? Words::tr("The only source does not answer: %1").arg(silent.front())
                        : Words::tr("One of %1 sources does not answer: %2")
                              .arg(count(std::uint64_t(all)), silent.front());
    return Words::tr("%1 of %2 sources do not answer: %3")
        .arg(count(std::uint64_t(silent.size())), count(std::uint64_t(all)),
             silent.join(QStringLiteral(", ")));
}

/// Only what somebody should know of comes before "ready".
QString sentenceOf(const ServerStatus& status)
{
    if (status.readiness == "draining")
        return Words::tr("The server is draining: balancers send it no more requests");
    if (!status.readiness.empty() && status.readiness != "ready")
        return Words::tr("The server is not ready: its cache folder could not be written");
    if (!status.blockedHosts.empty())
        return blockedSentence(status);
    if (status.latelyFailed > 0)
        return Words::tr("%1 of the last %2 requests failed")
            .arg(count(status.latelyFailed), count(status.latelyRequests));
    if (const int working = workingCount(status); working > 0)
        return Words::tr("The server works on %Ln request(s)", nullptr, working);
    return Words::tr("The server is ready and has nothing to do");
}

ServerRequestRow runningRow(const ServerStatus::Running& job)
{
    return {.id = toQString(job.requestId),
            .isRunning = true,
            .request = toQString(job.request),
            .state = Words::tr("running"),
            .stateStyle = BadgeStyle::Accent,
            .age = shortTime(job.milliseconds),
            .scope = toQString(job.scope)};
}

void setState(ServerRequestRow& row, const ServerStatus::Ended& ended)
{
    switch (ended.end) {
    case End::Completed:
        row.state = ended.lacking > 0 ? Words::tr("done in part") : Words::tr("done");
        row.stateStyle = ended.lacking > 0 ? BadgeStyle::Plain : BadgeStyle::Ok;
        return;
    case End::Pending:
        row.state = Words::tr("pending");
        row.stateStyle = BadgeStyle::Plain;
        return;
    case End::TimedOut: row.state = Words::tr("timed out"); break;
    case End::Failed: row.state = Words::tr("failed"); break;
    case End::Refused: row.state = Words::tr("refused"); break;
    case End::InternalError: row.state = Words::tr("server error"); break;
    case End::Other: row.state = Words::tr("ended"); break;
    }
    row.stateStyle = BadgeStyle::Warn;
}

QString stepOf(const ServerStatus::Ended& ended)
{
    if (!ended.message.empty())
        return toQString(ended.message);
    const QString took = Words::tr("in %1").arg(shortTime(ended.milliseconds));
    if (ended.end == End::Pending)
        return Words::tr("the client asks again later");
    if (ended.end == End::Refused || ended.end == End::InternalError)
        return Words::tr("status %1").arg(ended.status);
    if (!ended.modules)
        return took;
    if (*ended.modules == 0)
        return Words::tr("no module was needed, %1").arg(took);
    if (ended.lacking == 0)
        return Words::tr("%Ln module(s) found, %1", nullptr, int(*ended.modules)).arg(took);
    //: modules without a debug file, all modules, the time it took
    return Words::tr("%1 of %2 modules without a debug file, %3")
        .arg(count(ended.lacking), count(*ended.modules), took);
}

ServerRequestRow endedRow(const ServerStatus::Ended& ended)
{
    ServerRequestRow row{.id = toQString(ended.id),
                         .hasModules = ended.hasModules,
                         .request = toQString(ended.request),
                         .age = shortTime(ended.secondsAgo * 1000),
                         .step = stepOf(ended),
                         .scope = toQString(ended.scope)};
    setState(row, ended);
    return row;
}

QString diskWords(const ServerStatus& status)
{
    if (!status.diskBytes || !status.freeBytes || *status.diskBytes == 0)
        return {};
    const auto used = *status.diskBytes - std::min(*status.freeBytes, *status.diskBytes);
    return Words::tr("disk %1 % full").arg(int(double(used) * 100 / double(*status.diskBytes)));
}

void addFact(QList<DetailRow>& rows,
             const QString& name,
             const QString& value,
             bool isFixed = false)
{
    if (!value.isEmpty())
        rows.append({.name = name, .value = value, .isFixed = isFixed});
}

} // namespace

QString shortTime(std::uint64_t milliseconds)
{
    constexpr std::uint64_t kSecond = 1000;
    constexpr std::uint64_t kMinute = 60 * kSecond;
    constexpr std::uint64_t kHour = 60 * kMinute;
    constexpr std::uint64_t kDay = 24 * kHour;
    if (milliseconds < kSecond)
        //: milliseconds
        return Words::tr("%1 ms").arg(milliseconds);
    if (milliseconds < 10 * kSecond)
        //: seconds
        return Words::tr("%1 s").arg(QLocale().toString(double(milliseconds) / kSecond, 'f', 1));
    if (milliseconds < kMinute)
        return Words::tr("%1 s").arg(milliseconds / kSecond);
    if (milliseconds < kHour)
        //: minutes
        return Words::tr("%1 min").arg(milliseconds / kMinute);
    if (milliseconds < kDay)
        //: hours, minutes
        return Words::tr("%1 h %2 min")
            .arg(milliseconds / kHour)
            .arg(milliseconds % kHour / kMinute);
    //: days, hours
    return Words::tr("%1 d %2 h").arg(milliseconds / kDay).arg(milliseconds % kDay / kHour);
}

ServerHead serverHead(const ServerStatus& status, const QString& url)
{
    ServerHead head;
    head.sentence = sentenceOf(status);
    QStringList facts;
    if (!silentSources(status).isEmpty())
        facts.append(Words::tr("requests go on without it"));
    facts.append(Words::tr("up %1").arg(shortTime(status.uptimeSeconds * 1000)));
    //: an address
    facts.append(Words::tr("on %1").arg(url));
    head.facts = facts.join(QStringLiteral("  ·  "));
    return head;
}

QList<ServerNumber> serverNumbers(const ServerStatus& status)
{
    ServerNumber running{.title = Words::tr("Requests now"),
                         .value = count(std::uint64_t(workingCount(status))),
                         .history = history(status, [](const Minute& m) { return m.running; })};
    if (status.maxRunning)
        //: the most requests at a time
        running.unit = Words::tr("of %1").arg(count(*status.maxRunning));
    ServerNumber rate{.title = Words::tr("Requests"), .value = dash()};
    ServerNumber half{.title = Words::tr("Half are faster than"), .value = dash()};
    ServerNumber most{.title = Words::tr("95 % are faster than"), .value = dash()};
    ServerNumber failed{.title = Words::tr("Failed"), .value = dash()};
    ServerNumber memory{.title = Words::tr("Memory"),
                        .value = dash(),
                        .history = history(status, [](const Minute& m) { return m.memoryBytes; })};
    if (status.memoryBytes)
        setAmount(memory, byteText(*status.memoryBytes));
    if (!status.hasRequests)
        return {running, rate, half, most, failed, memory};
    const auto seconds = double(std::max<std::uint64_t>(1, status.latelySeconds));
    const double perSecond = double(status.latelyRequests) / seconds;
    rate.value = QLocale().toString(perSecond, 'f', perSecond < 10 ? 1 : 0);
    rate.unit = Words::tr("a second");
    rate.history = history(status, [](const Minute& m) { return std::optional(m.requests); });
    if (status.latelyTimes.half)
        setAmount(half, shortTime(*status.latelyTimes.half));
    half.history = history(status, [](const Minute& m) { return m.times.half; });
    if (status.latelyTimes.most)
        setAmount(most, shortTime(*status.latelyTimes.most));
    most.warns = status.latelyTimes.most.value_or(0) >= kSlowMs;
    most.history = history(status, [](const Minute& m) { return m.times.most; });
    if (status.latelyRequests > 0) {
        failed.value = QLocale().toString(
            double(status.latelyFailed) * 100 / double(status.latelyRequests), 'f', 1);
        failed.unit = QStringLiteral("%");
    }
    failed.warns = status.latelyFailed > 0;
    failed.history = history(status, [](const Minute& m) { return std::optional(m.failed); });
    return {running, rate, half, most, failed, memory};
}

QList<ServerRequestRow> serverRequests(const ServerStatus& status)
{
    QList<ServerRequestRow> rows;
    for (const auto& job : status.running) {
        if (!job.request.contains(" /status"))
            rows.append(runningRow(job));
    }
    for (const auto& ended : status.recent)
        rows.append(endedRow(ended));
    return rows;
}

QString serverRequestSummary(const ServerStatus& status)
{
    QStringList parts{Words::tr("%Ln running", nullptr, workingCount(status))};
    if (status.hasRequests)
        parts.append(Words::tr("%1 since the start").arg(count(status.totalRequests)));
    else
        parts.append(Words::tr("this server does not tell of requests that have ended"));
    return parts.join(QStringLiteral(" · "));
}

QList<ServerEndpointRow> serverEndpoints(const ServerStatus& status)
{
    QList<ServerEndpointRow> rows;
    for (const auto& each : status.endpoints)
        rows.append(
            {.endpoint = each.endpoint == "other" ? Words::tr("other") : toQString(each.endpoint),
             .requests = count(each.requests),
             .failed = count(each.failed),
             .refused = count(each.refused),
             .half = timeOr(each.times.half),
             .most = timeOr(each.times.most),
             .nearlyAll = timeOr(each.times.nearlyAll),
             .hasFailures = each.failed > 0});
    return rows;
}

QList<ServerCacheRow> serverCaches(const ServerStatus& status)
{
    QList<ServerCacheRow> rows;
    for (const auto& cache : status.caches)
        rows.append(
            {.kind = toQString(cache.kind),
             .name = cacheKindTitle(cache.kind),
             .bytes = cache.bytes,
             .size = byteText(cache.bytes),
             .entries = count(cache.entries),
             .removable = cache.removableBytes > 0 ? byteText(cache.removableBytes) : QString()});
    std::ranges::stable_sort(rows, std::greater<>(), &ServerCacheRow::bytes);
    for (ServerCacheRow& row : rows)
        row.perMille =
            int(double(row.bytes) / double(std::max<quint64>(1, rows.front().bytes)) * kWhole);
    return rows;
}

QString serverCacheSummary(const ServerStatus& status)
{
    if (status.cacheFolder.empty())
        return Words::tr("nothing is kept on disk");
    std::uint64_t bytes = 0;
    for (const auto& cache : status.caches)
        bytes += cache.bytes;
    const QString folder = toQString(status.cacheFolder);
    QStringList parts{
        status.quotaBytes
            //: used, limit, folder
            ? Words::tr("%1 of %2 in %3").arg(byteText(bytes), byteText(*status.quotaBytes), folder)
            //: used, folder
            : Words::tr("%1 in %2").arg(byteText(bytes), folder)};
    if (const QString disk = diskWords(status); !disk.isEmpty())
        parts.append(disk);
    if (!status.cacheError.empty())
        parts = {Words::tr("could not be measured: %1").arg(toQString(status.cacheError))};
    return parts.join(QStringLiteral(" · "));
}

QList<ServerSourceRow> serverSources(const ServerStatus& status)
{
    QList<ServerSourceRow> rows;
    for (const auto& source : status.sources) {
        const QString type = toQString(source.type);
        ServerSourceRow row{.id = toQString(source.id),
                            .kind = source.isPublic ? Words::tr("%1, public").arg(type) : type,
                            .location = toQString(source.location)};
        const auto host = std::ranges::find_if(status.blockedHosts, [&](const auto& each) {
            return !source.host.empty() && each.host == source.host;
        });
        if (host != status.blockedHosts.end()) {
            row.isPaused = true;
            row.state = Words::tr("paused");
            row.remark = Words::tr("for %1").arg(shortTime(host->secondsLeft * 1000));
        }
        rows.append(row);
    }
    return rows;
}

QString blockedHostSentence(const ServerStatus::BlockedHost& host)
{
    //: a host, a time, and the error that led to it
    return Words::tr("%1 is paused for %2: %3")
        .arg(toQString(host.host), shortTime(host.secondsLeft * 1000), toQString(host.reason));
}

QList<DetailRow> serverProcessFacts(const ServerStatus& status)
{
    QList<DetailRow> rows;
    addFact(rows, Words::tr("Version"), toQString("Faultline " + status.version));
    addFact(rows, Words::tr("Bound"), toQString(status.address), true);
    addFact(rows, Words::tr("Config"), toQString(status.configuration), true);
    addFact(rows, Words::tr("Config hash"), toQString(status.configurationHash), true);
    if (status.threads)
        addFact(rows, Words::tr("Threads"), count(*status.threads));
    if (status.openFiles)
        addFact(
            rows, Words::tr("Open files"),
            status.maxOpenFiles
                //: open files, and how many there may be
                ? Words::tr("%1 of %2").arg(count(*status.openFiles), count(*status.maxOpenFiles))
                : count(*status.openFiles));
    if (status.memoryBytes)
        addFact(rows, Words::tr("Memory"), byteText(*status.memoryBytes));
    addFact(rows, Words::tr("Ready"),
            status.readiness == "ready" ? Words::tr("yes") : toQString(status.readiness));
    return rows;
}

QString serverFailure(const Error& error)
{
    switch (error.kind) {
    case ErrorKind::Timeout: return Words::tr("The server did not answer in time");
    case ErrorKind::PermissionDenied: return Words::tr("The server refuses to show its status");
    case ErrorKind::Unsupported:
        return Words::tr("The server has no status page (status_page is off, or it is another "
                         "program)");
    case ErrorKind::Malformed:
        return Words::tr("What answers there is no Faultline server, or it answers wrongly");
    default: return Words::tr("The server gives no status");
    }
}

QString serverDoneSentence(remote::ServerAction action)
{
    switch (action) {
    case remote::ServerAction::Unblock: return Words::tr("The host is asked again from now on");
    case remote::ServerAction::ClearMemory: return Words::tr("The memory layer is empty");
    case remote::ServerAction::CleanCaches: return Words::tr("The server cleaned its caches");
    case remote::ServerAction::Reload:
        return Words::tr("The server reads its configuration again; its log says what came of it");
    case remote::ServerAction::Drain: break;
    }
    return Words::tr("The server tells balancers that it is not ready");
}

} // namespace faultline::ui
