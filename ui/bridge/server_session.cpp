// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/server_session.h"

#include "ui/bridge/module_rows.h"
#include "ui/bridge/server_words.h"
#include "ui/bridge/why.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

LogRow::Level levelOf(std::string_view name)
{
    if (name.starts_with("warn"))
        return LogRow::Level::Warning;
    if (name.starts_with("err"))
        return LogRow::Level::Error;
    if (name == "debug")
        return LogRow::Level::Debug;
    return name == "trace" ? LogRow::Level::Trace : LogRow::Level::Info;
}

LogRow logRow(const remote::ServerStatus::LogLine& line)
{
    QString message = toQString(line.message);
    if (!line.requestId.empty())
        message += QStringLiteral("  ·  ") + toQString(line.requestId);
    return {.time = QDateTime::fromMSecsSinceEpoch(line.unixMilliseconds),
            .level = levelOf(line.level),
            .category = toQString(line.category),
            .message = message};
}

bool fits(const ServerRequestRow& row, const QString& text)
{
    return std::ranges::any_of(
        QStringList{row.id, row.request, row.state, row.step, row.scope},
        [&text](const QString& each) { return each.contains(text, Qt::CaseInsensitive); });
}

} // namespace

void ServerInbox::setReceiver(Receiver receiver)
{
    m_receiver = std::move(receiver);
    deliver();
}

void ServerInbox::post(engine::ServerNotice notice)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(notice));
    }
    QMetaObject::invokeMethod(this, &ServerInbox::deliver, Qt::QueuedConnection);
}

void ServerInbox::deliver()
{
    if (!m_receiver)
        return;
    std::vector<engine::ServerNotice> batch;
    {
        const std::lock_guard lock(m_mutex);
        batch.swap(m_waiting);
    }
    for (const auto& notice : batch)
        m_receiver(notice);
}

ServerSession::ServerSession(engine::ServerDesk& desk,
                             ServerInbox& inbox,
                             ServerProcess& process,
                             QObject* parent)
    : QObject(parent), m_desk(desk), m_inbox(inbox), m_process(process)
{
    m_inbox.setReceiver([this](const engine::ServerNotice& notice) {
        std::visit([this](const auto& value) { take(value); }, notice);
    });
    m_timer.setSingleShot(true);
    m_timer.setInterval(kIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &ServerSession::ask);
    connect(&m_process, &ServerProcess::changed, this, &ServerSession::followProcess);
}

ServerSession::~ServerSession()
{
    m_inbox.setReceiver({});
}

ServerSession::State ServerSession::state() const
{
    if (isOwn() && m_process.url().isEmpty()) {
        switch (m_process.state()) {
        case ServerProcess::State::Starting: return State::Starting;
        case ServerProcess::State::Failed: return State::Ended;
        default: return State::Stopped;
        }
    }
    if (isOwn() && m_process.state() != ServerProcess::State::Running &&
        m_process.state() != ServerProcess::State::Stopping)
        return m_process.state() == ServerProcess::State::Failed ? State::Ended : State::Stopped;
    if (m_error)
        return State::Away;
    return m_status ? State::Ready : State::Asking;
}

QString ServerSession::url() const
{
    return isOwn() ? m_process.url() : m_url;
}

QString ServerSession::problem() const
{
    const State now = state();
    if (now == State::Ended)
        return m_process.reason();
    return now == State::Away ? toQString(m_error->describe()) : QString();
}

void ServerSession::useOwn()
{
    m_url.clear();
    watch(m_process.url(), {});
}

void ServerSession::useRemote(const QString& url, const QString& token)
{
    m_url = url;
    watch(url, token);
}

void ServerSession::watch(const QString& url, const QString& token)
{
    m_watchedUrl = url;
    m_watch = m_desk.watch({.url = url.toStdString(), .token = token.toStdString()});
    m_isAsking = false;
    m_timer.stop();
    forgetAnswers();
    if (m_isWatched)
        ask();
    Q_EMIT changed();
    Q_EMIT modulesChanged();
}

void ServerSession::forgetAnswers()
{
    m_status.reset();
    m_error.reset();
    m_answeredAt = {};
    m_openRequest.clear();
    m_modulesProblem.clear();
    m_isReadingModules = false;
    m_modules.setRows({});
    m_log.clear();
    m_lastLogTime = 0;
    m_lastLogCount = 0;
}

/// The own server may listen elsewhere after each start.
void ServerSession::followProcess()
{
    Q_EMIT ownChanged();
    if (!isOwn())
        return;
    if (m_process.url() != m_watchedUrl)
        return watch(m_process.url(), {});
    show();
    Q_EMIT changed();
}

void ServerSession::setWatching(bool isWatched)
{
    m_isWatched = isWatched;
    if (isWatched)
        ask();
    else
        m_timer.stop();
}

void ServerSession::askAgain()
{
    ask();
    Q_EMIT changed();
}

void ServerSession::ask()
{
    m_timer.stop();
    if (m_watchedUrl.isEmpty() || std::exchange(m_isAsking, true))
        return;
    m_desk.askStatus();
}

void ServerSession::start()
{
    m_process.start();
}

void ServerSession::stop()
{
    m_process.stop();
}

bool ServerSession::canReload() const
{
    return state() == State::Ready && m_status->isControllable;
}

bool ServerSession::canDrain() const
{
    return canReload() && m_status->readiness == "ready";
}

bool ServerSession::canClean() const
{
    return canReload() && !m_status->cacheFolder.empty();
}

void ServerSession::act(remote::ServerAction action, const QString& host)
{
    if (m_status)
        m_desk.act(action, host.toStdString(), m_status->token);
}

void ServerSession::reload()
{
    act(remote::ServerAction::Reload);
}

void ServerSession::drain()
{
    act(remote::ServerAction::Drain);
}

void ServerSession::cleanCaches()
{
    act(remote::ServerAction::CleanCaches);
}

void ServerSession::unblock(const QString& host)
{
    act(remote::ServerAction::Unblock, host);
}

void ServerSession::take(const engine::ServerAnswer& answer)
{
    if (answer.watch != m_watch)
        return;
    m_isAsking = false;
    if (answer.status) {
        m_status = *answer.status;
        m_error.reset();
        m_answeredAt = QDateTime::currentDateTime();
    } else {
        m_error = answer.status.error();
    }
    if (m_isWatched)
        m_timer.start();
    show();
    Q_EMIT changed();
}

void ServerSession::take(const engine::ServerDone& done)
{
    if (done.watch != m_watch)
        return;
    if (done.outcome)
        Q_EMIT worked(serverDoneSentence(done.action), false);
    else
        Q_EMIT worked(
            tr("The server did not do it: %1").arg(toQString(done.outcome.error().describe())),
            true);
    ask();
}

void ServerSession::setFilter(const QString& text)
{
    m_filter = text.trimmed();
    showRequests();
}

void ServerSession::show()
{
    if (!m_status) {
        m_sentence = m_error ? serverFailure(*m_error) : QString();
        return;
    }
    showHead();
    m_numbers = serverNumbers(*m_status);
    showRequests();
    showTables();
    showLog();
}

/// A server that is away is no more ready or draining.
void ServerSession::showHead()
{
    const ServerHead head = serverHead(*m_status, m_watchedUrl);
    m_sentence = head.sentence;
    m_facts = head.facts;
    if (!m_error)
        return;
    m_sentence = serverFailure(*m_error);
    //: a time, and an address
    m_facts = tr("what is shown is from %1  ·  %2")
                  .arg(QLocale().toString(m_answeredAt.time(), QLocale::ShortFormat), m_watchedUrl);
}

void ServerSession::showRequests()
{
    if (!m_status)
        return;
    QList<ServerRequestRow> rows = serverRequests(*m_status);
    if (!m_filter.isEmpty())
        rows.removeIf([this](const ServerRequestRow& row) { return !fits(row, m_filter); });
    m_requests.setRows(std::move(rows));
    m_requestSummary = serverRequestSummary(*m_status);
}

void ServerSession::showTables()
{
    m_endpoints.setRows(serverEndpoints(*m_status));
    m_caches.setRows(serverCaches(*m_status));
    m_cacheSummary = serverCacheSummary(*m_status);
    m_sources.setRows(serverSources(*m_status));
    m_processFacts.setFacts(serverProcessFacts(*m_status));
    m_hosts.clear();
    for (const auto& host : m_status->blockedHosts)
        m_hosts.append({.name = toQString(host.host), .sentence = blockedHostSentence(host)});
}

/// Only lines that are new are added, so what the user reads stays where it is.
void ServerSession::showLog()
{
    QList<LogRow> rows;
    std::size_t sameTime = 0;
    for (const auto& line : m_status->log) {
        const bool isKnown =
            line.unixMilliseconds < m_lastLogTime ||
            (line.unixMilliseconds == m_lastLogTime && ++sameTime <= m_lastLogCount);
        if (!isKnown)
            rows.append(logRow(line));
    }
    if (m_status->log.empty())
        return;
    m_lastLogTime = m_status->log.back().unixMilliseconds;
    m_lastLogCount = std::size_t(std::ranges::count(
        m_status->log, m_lastLogTime, &remote::ServerStatus::LogLine::unixMilliseconds));
    if (!rows.isEmpty())
        m_log.append(rows);
}

void ServerSession::openModules(const QString& request)
{
    m_openRequest = request;
    m_modulesProblem.clear();
    m_modules.setRows({});
    m_isReadingModules = !request.isEmpty();
    if (m_isReadingModules)
        m_desk.askModules(request.toStdString());
    Q_EMIT modulesChanged();
}

void ServerSession::take(const engine::ServerModules& answer)
{
    if (answer.watch != m_watch || toQString(answer.request) != m_openRequest)
        return;
    m_isReadingModules = false;
    QList<ServerModuleRow> rows;
    if (answer.report) {
        static_cast<Report&>(m_modulesState) = **answer.report;
        m_modulesState.answered.assign(m_modulesState.modules.size(), true);
        for (std::uint32_t i = 0; i < m_modulesState.modules.size(); ++i) {
            const ModuleReport* module = m_modulesState.module(i);
            if (!module || module->debugStatus == ObjectFileStatus::Unused)
                continue;
            const ModuleRow row = makeModuleRow(m_modulesState, i, nullptr);
            rows.append({.index = int(i),
                         .name = row.name,
                         .status = row.status,
                         .statusStyle = row.statusStyle,
                         .headline = explain(int(i)).headline});
        }
        // Those that lack something come first.
        std::ranges::stable_partition(rows, [this](const ServerModuleRow& row) {
            return m_modulesState.module(std::uint32_t(row.index))->debugStatus !=
                   ObjectFileStatus::Found;
        });
        if (rows.isEmpty())
            m_modulesProblem = tr("No frame of this request needed a module.");
    } else {
        m_modulesProblem = answer.report.error().kind == ErrorKind::Unsupported
                               ? tr("The server has forgotten what became of the modules of this "
                                    "request.")
                               : toQString(answer.report.error().describe());
    }
    m_modules.setRows(std::move(rows));
    Q_EMIT modulesChanged();
}

WhyReport ServerSession::explain(int module) const
{
    if (!m_modulesState.event || module < 0 ||
        std::size_t(module) >= m_modulesState.event->modules.size())
        return {};
    return explainModule(m_modulesState, std::uint32_t(module),
                         {.sourceCount = int(m_modulesState.sourceCount)});
}

} // namespace faultline::ui
