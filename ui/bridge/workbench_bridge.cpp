// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/workbench_bridge.h"

#include "ui/bridge/activity_rows.h"
#include "ui/bridge/remains.h"
#include "ui/bridge/session_core.h"
#include "ui/bridge/source_configs.h"
#include "ui/bridge/source_tests.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <utility>

namespace faultline::ui {

namespace {

/// The caches' size is measured after jobs, which often end in groups.
constexpr int kMeasureAfterMs = 500;
/// By then the engine and the pool have freed what belonged to a closed report. On a busy machine
/// they need longer, so memory is returned a few times, after growing pauses.
constexpr int kReturnMemoryAfterMs = 1000;
constexpr int kReturnsMore = 2;
constexpr int kPauseGrowth = 3;

} // namespace

WorkbenchBridge::WorkbenchBridge(EngineCommands& commands,
                                 NoticeInbox& inbox,
                                 AppSettings& settings,
                                 FileSettings file,
                                 QObject* parent)
    : Workbench(parent), m_commands(commands), m_inbox(inbox), m_settings(settings),
      m_file(std::move(file))
{
    m_inbox.setReceiver([this](std::vector<engine::Notice> notices) {
        deliver(notices);
        Remains told;
        told.keep(std::move(notices));
    });
    connect(&settings, &AppSettings::sourcesChanged, this, &WorkbenchBridge::applySources);
    connect(&settings, &AppSettings::offlineChanged, this, &WorkbenchBridge::applyOffline);
    connect(&settings, &AppSettings::sourceHostsChanged, this, &WorkbenchBridge::applySourceHosts);
    connect(&settings, &AppSettings::pathMappingsChanged, this,
            &WorkbenchBridge::applyPathMappings);
    m_measure.setSingleShot(true);
    m_measure.setInterval(kMeasureAfterMs);
    connect(&m_measure, &QTimer::timeout, this, [this] { m_commands.measureCaches(); });
    m_returnMemory.setSingleShot(true);
    connect(&m_returnMemory, &QTimer::timeout, this, [this] {
        returnFreeMemory();
        if (m_returnsLeft-- > 0)
            m_returnMemory.start(m_returnMemory.interval() * kPauseGrowth);
    });
    m_commands.setPathMappings(pathMappings());
    m_commands.setSources(sources());
    m_commands.setOffline(settings.isOffline());
    m_commands.setLinkedSources(linkedSources());
    m_commands.measureCaches();
}

WorkbenchBridge::~WorkbenchBridge()
{
    m_inbox.setReceiver({});
    qDeleteAll(m_sessions);
}

ReportSession* WorkbenchBridge::open(const QString& path)
{
    if (ReportSession* known = find(path))
        return known;
    const QString absolute = QFileInfo(path).absoluteFilePath();
    auto core = std::make_unique<SessionCore>(m_commands, absolute.toStdString());
    core->setOffline(m_settings.isOffline());
    core->setSourceCount(int(sources().size()));
    core->setTransfers(&m_transfers);
    auto* session = new ReportSession(std::move(core));
    m_sessions.append(session);
    m_byPath.insert(session->path(), session);
    session->stack().setOptions(m_settings.stackOptions());
    session->core().open();
    return session;
}

ReportSession* WorkbenchBridge::find(const QString& path) const
{
    return m_byPath.value(QFileInfo(path).absoluteFilePath());
}

void WorkbenchBridge::close(ReportSession* session)
{
    if (!m_sessions.removeOne(session))
        return;
    m_byPath.remove(session->path());
    m_lookups.forget(session->core().eventId());
    session->core().close();
    session->deleteLater();
    m_returnsLeft = kReturnsMore;
    m_returnMemory.start(kReturnMemoryAfterMs);
}

void WorkbenchBridge::cancelActivity(const ActivityRow& activity)
{
    if (activity.id.kind == ActivityRow::Kind::Transfer)
        m_commands.cancelTransfer(activity.id.id);
    else
        m_commands.cancel(engine::JobId{activity.id.id});
}

void WorkbenchBridge::pauseActivity(const ActivityRow& activity)
{
    if (activity.canPause())
        m_commands.pauseTransfer(activity.id.id);
}

void WorkbenchBridge::resumeActivity(const ActivityRow& activity)
{
    if (activity.isPaused)
        m_commands.resumeTransfer(activity.id.id);
}

void WorkbenchBridge::cancelAll()
{
    m_commands.cancelAll();
}

void WorkbenchBridge::retryAll()
{
    for (ReportSession* session : m_sessions)
        session->retry();
}

std::vector<sources::SourceConfig> WorkbenchBridge::sources() const
{
    auto all = m_file.sources;
    std::ranges::move(makeSourceConfigs(m_settings.sources(), m_credentials),
                      std::back_inserter(all));
    return all;
}

QList<SourceSetting> WorkbenchBridge::configuredSources() const
{
    return makeSourceSettings(m_file.sources);
}

QList<SourcePresetRow> WorkbenchBridge::sourcePresets() const
{
    return makePresetRows();
}

void WorkbenchBridge::useCredentials(Credentials& credentials)
{
    m_credentials = &credentials;
    connect(&credentials, &Credentials::settled, this, &WorkbenchBridge::applySources);
    for (const SourceSetting& source : m_settings.sources())
        credentials.load(source.id, secretFieldsOf(source.access));
}

void WorkbenchBridge::testSource(const SourceSetting& source)
{
    const auto configured =
        std::ranges::find(m_file.sources, source.name.toStdString(), &sources::SourceConfig::id);
    auto config = configured != m_file.sources.end() && !m_settings.sources().contains(source)
                      ? *configured
                      : makeSourceConfig(source, m_credentials);
    m_sourceTests.emplace(m_commands.testSource(std::move(config)), source);
}

void WorkbenchBridge::take(const engine::SourceTestSnapshot& notice)
{
    const auto test = m_sourceTests.find(notice.job);
    if (test == m_sourceTests.end())
        return;
    const SourceSetting source = test->second;
    m_sourceTests.erase(test);
    Q_EMIT sourceTested(source, makeSourceTest(notice));
}

void WorkbenchBridge::applySources()
{
    const auto all = sources();
    m_commands.setSources(all);
    for (ReportSession* session : m_sessions)
        session->core().setSourceCount(int(all.size()));
    retryAll();
    refreshAll();
}

void WorkbenchBridge::applyOffline()
{
    m_commands.setOffline(m_settings.isOffline());
    for (ReportSession* session : m_sessions)
        session->core().setOffline(m_settings.isOffline());
    if (!m_settings.isOffline())
        retryAll();
    refreshAll();
}

symbolicate::LinkedSourcePolicy WorkbenchBridge::linkedSources() const
{
    symbolicate::LinkedSourcePolicy policy = m_file.linkedSources;
    for (const QString& host : m_settings.sourceHosts())
        policy.hosts.push_back(host.toStdString());
    return policy;
}

void WorkbenchBridge::applySourceHosts()
{
    m_commands.setLinkedSources(linkedSources());
    retryAll();
}

std::vector<std::pair<std::string, std::string>> WorkbenchBridge::pathMappings() const
{
    auto all = m_file.pathMappings;
    for (const PathMapping& mapping : m_settings.pathMappings())
        all.emplace_back(mapping.recorded.toStdString(), mapping.local.toStdString());
    return all;
}

void WorkbenchBridge::applyPathMappings()
{
    m_commands.setPathMappings(pathMappings());
    for (ReportSession* session : m_sessions)
        session->retrySources();
}

ReportSession* WorkbenchBridge::sessionOf(engine::JobId job) const
{
    const auto owner = std::ranges::find_if(
        m_sessions, [job](ReportSession* session) { return session->core().owns(job); });
    return owner == m_sessions.end() ? nullptr : *owner;
}

void WorkbenchBridge::deliver(const std::vector<engine::Notice>& notices)
{
    for (const engine::Notice& notice : notices)
        std::visit([this](const auto& value) { take(value); }, notice);
    m_activity.put(std::exchange(m_newActivity, {}));
    for (ReportSession* session : std::exchange(m_told, {}))
        session->refresh();
    Q_EMIT activityChanged();
}

void WorkbenchBridge::refreshAll()
{
    for (ReportSession* session : m_sessions)
        session->refresh();
}

/// Returns null for something that was never told.
const ActivityRow* WorkbenchBridge::activity(const ActivityRow::Key& key) const
{
    const auto added = std::find_if(m_newActivity.crbegin(), m_newActivity.crend(),
                                    [&key](const ActivityRow& row) { return row.id == key; });
    if (added != m_newActivity.crend())
        return &*added;
    const auto& rows = m_activity.allRows();
    const auto shown = std::ranges::find(rows, key, &ActivityRow::id);
    return shown == rows.end() ? nullptr : &*shown;
}

template <class Snapshot>
ReportSession* WorkbenchBridge::give(const Snapshot& snapshot)
{
    for (ReportSession* session : m_sessions) {
        if (!session->core().take(snapshot))
            continue;
        m_told.insert(session);
        return session;
    }
    return nullptr;
}

template <class Snapshot>
void WorkbenchBridge::take(const Snapshot& snapshot)
{
    give(snapshot);
}

void WorkbenchBridge::take(const engine::ModuleSnapshot& notice)
{
    if (const ReportSession* session = give(notice))
        m_lookups.note(session->fileName(), notice);
}

void WorkbenchBridge::take(const engine::SourceSnapshot& notice)
{
    if (const ReportSession* session = give(notice))
        m_lookups.note(session->fileName(), notice);
}

void WorkbenchBridge::take(const engine::JobProgress& notice)
{
    ReportSession* session = sessionOf(notice.job);
    const ActivityRow row = makeActivityRow(notice, session ? session->fileName() : QString());
    m_newActivity.append(row);
    if (!session)
        return;
    m_told.insert(session);
    session->setStep(QString(row.stateText + u' ' + row.amount).trimmed());
}

void WorkbenchBridge::take(const engine::TransferProgress& notice)
{
    if (!m_transfers.take(notice))
        return;
    m_newActivity.append(makeActivityRow(notice));
    for (ReportSession* session : m_sessions) {
        if (session->core().take(notice))
            m_told.insert(session);
    }
}

void WorkbenchBridge::take(const engine::CacheSnapshot& notice)
{
    m_cacheBytes = notice.totalBytes;
    Q_EMIT cacheChanged();
}

void WorkbenchBridge::take(const engine::JobFinished& notice)
{
    const ActivityRow::Key key{.kind = ActivityRow::Kind::Job, .id = std::uint64_t(notice.job)};
    if (const ActivityRow* row = activity(key))
        m_newActivity.append(finishedRow(*row, notice.outcome));
    ReportSession* session = sessionOf(notice.job);
    if (!session)
        return;
    m_told.insert(session);
    session->core().take(notice);
    if (session->isBusy())
        return;
    session->setStep({});
    m_measure.start();
}

} // namespace faultline::ui
