// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/cache_service.h"
#include "core/engine/debug_file_service.h"
#include "core/engine/engine.h"
#include "core/engine/library/library_service.h"
#include "core/engine/server_service.h"
#include "core/sources/source_config.h"
#include "tests/support/loopback_server.h"
#include "ui/bridge/cache_session.h"
#include "ui/bridge/debug_file_session.h"
#include "ui/bridge/engine_adapter.h"
#include "ui/bridge/log_feed.h"
#include "ui/bridge/server_process.h"
#include "ui/bridge/server_session.h"
#include "ui/bridge/workbench_bridge.h"
#include "ui/settings/app_settings.h"
#include "ui/views/main_window.h"

#include <QTemporaryDir>

#include <condition_variable>
#include <memory>
#include <mutex>

class QAbstractButton;

namespace faultline::ui {

class RowView;

} // namespace faultline::ui

namespace faultline::ui::test {

/// Keeps secrets in memory, as a keychain does, and answers in the event loop. A locked one answers
/// that none is there.
class MemoryKeychain final : public SecretStore
{
public:
    QMap<QString, QString> secrets;
    bool isMissing = false;

    void read(const QString& account, Answer answer) override;
    void write(const QString& account, const QString& secret, Answer answer) override;
    void remove(const QString& account, Answer answer) override;

private:
    void later(Answer answer, Outcome outcome, const QString& secret);

    QObject m_owner;
};

/// The workbench as users start it: the real window over the real engine and a real library, which
/// does not exist yet. Settings, caches, crash files and library lie in a temporary folder, secrets
/// in memory.
class EngineWindow
{
public:
    explicit EngineWindow(std::vector<sources::SourceConfig> sources = {},
                          net::DenyListPolicy denyList = {});

    /// Writes a file into the temporary folder and returns its path.
    QString write(const QString& name, std::string_view bytes) const;

    /// Opens the file in the window and waits until its first stack is shown.
    ReportSession* open(const QString& path);
    /// Waits until nothing runs for the session any more.
    static bool waitUntilIdle(ReportSession& session);

    QString folder() const { return m_folder.path(); }

    QString cacheFolder() const { return m_folder.filePath(QStringLiteral("cache")); }

    LibrarySession& reportLibrary() { return m_library; }

    CacheSession& caches() { return m_caches; }

    /// Its own server is the first `faultline` of PATH, configured by server.yml in the folder.
    ServerSession& server() { return m_server; }

    DebugFileSession& debugFile() { return m_debugFile; }

    ServerProcess& serverProcess() { return m_serverProcess; }

    Credentials& credentials() { return m_credentials; }

    MemoryKeychain& keychain() { return m_keychain; }

    QString settingsFile() const { return m_folder.filePath(QStringLiteral("settings.ini")); }

    RowView& rows(const char* name) const;
    /// Clicks a row, as a user does with the mouse.
    void click(RowView& view, int row) const;
    /// Returns the visible and enabled button with this text, or nullptr.
    QAbstractButton* button(const QString& text) const;
    /// Waits for a button with this text and clicks it. Returns false if none comes.
    bool press(const QString& buttonText);
    /// The texts of the visible lines above the stack.
    QStringList notices() const;

private:
    QTemporaryDir m_folder;
    AppSettings m_settings;
    Theme& m_theme;
    LogFeed m_log;
    NoticeInbox m_inbox;
    engine::Engine m_engine;
    EngineAdapter m_commands;
    MemoryKeychain m_keychain;
    Credentials m_credentials{&m_keychain};
    WorkbenchBridge m_workbench;
    LibraryInbox m_libraryInbox;
    engine::LibraryService m_libraryService;
    LibrarySession m_library;
    CacheInbox m_cacheInbox;
    engine::CacheService m_cacheService;
    CacheSession m_caches;
    ServerInbox m_serverInbox;
    ServerProcess m_serverProcess;
    engine::ServerService m_serverService;
    ServerSession m_server;
    DebugFileInbox m_debugFileInbox;
    engine::DebugFileService m_debugFileService;
    DebugFileSession m_debugFile;

    WorkbenchBridge& wholeWorkbench();

public:
    AppSettings& settings() { return m_settings; }

    QList<ReportSession*> sessions() { return m_workbench.sessions(); }

    MainWindow window;
};

/// Holds a server's answers back until open(). The destructor opens it.
class Gate
{
public:
    ~Gate() { open(); }

    void open();
    /// Answers with `reply` once the gate is open.
    faultline::test::LoopbackServer::Handler after(faultline::test::LoopbackServer::Reply reply);

private:
    struct State
    {
        std::mutex mutex; // Guards isOpen.
        std::condition_variable opened;
        bool isOpen = false;
    };

    std::shared_ptr<State> m_state = std::make_shared<State>();
};

} // namespace faultline::ui::test
