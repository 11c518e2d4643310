// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/engine_window.h"

#include "core/engine/engine_config.h"
#include "tests/ui/support/test_style.h"
#include "ui/views/flat_button.h"
#include "ui/views/notice_bar.h"
#include "ui/views/row_view.h"

#include <QAbstractButton>
#include <QFile>
#include <QTest>

#include <algorithm>

namespace faultline::ui::test {

namespace {

engine::EngineConfig configIn(const QTemporaryDir& folder, net::DenyListPolicy denyList)
{
    engine::EngineConfig config;
    config.cacheDir = folder.filePath(QStringLiteral("cache")).toStdString();
    config.useLocalFiles = true;
    config.computeThreads = 2;
    config.denyList = std::move(denyList);
    return config;
}

} // namespace

EngineWindow::EngineWindow(std::vector<sources::SourceConfig> sources, net::DenyListPolicy denyList)
    : m_settings(settingsFile()), m_theme(renewStyle()), m_log(LogLevel::Info),
      m_engine(configIn(m_folder, std::move(denyList)),
               m_log,
               [this](engine::Notice notice) { m_inbox.post(std::move(notice)); }),
      m_commands(m_engine), m_workbench(m_commands, m_inbox, m_settings, {std::move(sources), {}}),
      m_libraryService(
          m_engine,
          {},
          [this](engine::LibraryNotice notice) { m_libraryInbox.post(std::move(notice)); }),
      m_library(m_libraryService,
                m_libraryInbox,
                m_folder.filePath(QStringLiteral("library/reports.fldb"))),
      m_cacheService(cacheFolder().toStdString(),
                     {},
                     m_log,
                     [this](engine::CacheNotice notice) { m_cacheInbox.post(std::move(notice)); }),
      m_caches(m_cacheService, m_cacheInbox, m_settings.preferences(), {}),
      m_serverProcess(findServerProgram(),
                      m_folder.filePath(QStringLiteral("server.yml")),
                      m_folder.filePath(QStringLiteral("server-cache"))),
      m_serverService(
          {},
          {},
          m_log,
          [this](engine::ServerNotice notice) { m_serverInbox.post(std::move(notice)); }),
      m_server(m_serverService, m_serverInbox, m_serverProcess),
      m_debugFileService(
          {}, [this](engine::DebugFileNotice notice) { m_debugFileInbox.post(std::move(notice)); }),
      m_debugFile(m_debugFileService, m_debugFileInbox, m_workbench),
      window(m_theme, m_settings, wholeWorkbench())
{
    window.setServer(m_server);
    window.setInspector(m_debugFile);
    window.resize(1366, 768);
    window.show();
}

void MemoryKeychain::later(Answer answer, Outcome outcome, const QString& secret)
{
    if (isMissing)
        outcome = Outcome::Unavailable;
    QMetaObject::invokeMethod(
        &m_owner, [answer = std::move(answer), outcome, secret] { answer(outcome, secret); },
        Qt::QueuedConnection);
}

void MemoryKeychain::read(const QString& account, Answer answer)
{
    const bool isKnown = secrets.contains(account) && !isMissing;
    later(std::move(answer), isKnown ? Outcome::Done : Outcome::NotFound,
          isKnown ? secrets.value(account) : QString());
}

void MemoryKeychain::write(const QString& account, const QString& secret, Answer answer)
{
    if (!isMissing)
        secrets.insert(account, secret);
    later(std::move(answer), Outcome::Done, {});
}

void MemoryKeychain::remove(const QString& account, Answer answer)
{
    const bool wasKnown = secrets.remove(account) > 0;
    later(std::move(answer), wasKnown ? Outcome::Done : Outcome::NotFound, {});
}

WorkbenchBridge& EngineWindow::wholeWorkbench()
{
    m_workbench.setLibrary(&m_library);
    m_workbench.useCredentials(m_credentials);
    m_workbench.setCaches(&m_caches);
    return m_workbench;
}

QString EngineWindow::write(const QString& name, std::string_view bytes) const
{
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
        qFatal("%s cannot be written", qPrintable(path));
    return path;
}

ReportSession* EngineWindow::open(const QString& path)
{
    ReportSession* session = window.openFile(path);
    if (!QTest::qWaitFor([session] { return session->stack().rowCount() > 0; }, 30'000))
        qFatal("%s has no stack", qPrintable(path));
    return session;
}

bool EngineWindow::waitUntilIdle(ReportSession& session)
{
    return QTest::qWaitFor([&session] { return !session.isBusy(); }, 30'000);
}

RowView& EngineWindow::rows(const char* name) const
{
    const auto found = window.findChildren<RowView*>(QLatin1String(name));
    for (RowView* each : found) {
        if (each->isVisible())
            return *each;
    }
    qFatal("no visible view is called %s", name);
}

void EngineWindow::click(RowView& view, int row) const
{
    const QModelIndex index = view.model()->index(row, view.model()->columnCount() > 2 ? 2 : 0);
    view.scrollTo(index);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

QAbstractButton* EngineWindow::button(const QString& text) const
{
    const auto buttons = window.findChildren<QAbstractButton*>();
    const auto found = std::ranges::find_if(buttons, [&](const QAbstractButton* each) {
        return each->text() == text && each->isVisible() && each->isEnabled();
    });
    return found == buttons.end() ? nullptr : *found;
}

bool EngineWindow::press(const QString& buttonText)
{
    if (!QTest::qWaitFor([&] { return button(buttonText) != nullptr; }, 30'000))
        return false;
    // One that has just come gets its place first.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QTest::mouseClick(button(buttonText), Qt::LeftButton);
    return true;
}

QStringList EngineWindow::notices() const
{
    QStringList texts;
    const auto bars = window.findChildren<NoticeBar*>();
    for (const NoticeBar* bar : bars) {
        if (bar->isVisible())
            texts += bar->texts();
    }
    return texts;
}

void Gate::open()
{
    const std::lock_guard lock(m_state->mutex);
    m_state->isOpen = true;
    m_state->opened.notify_all();
}

faultline::test::LoopbackServer::Handler Gate::after(faultline::test::LoopbackServer::Reply reply)
{
    return [state = m_state,
            reply = std::move(reply)](const faultline::test::LoopbackServer::Request&) {
        std::unique_lock lock(state->mutex);
        state->opened.wait(lock, [&state] { return state->isOpen; });
        return reply;
    };
}

} // namespace faultline::ui::test
