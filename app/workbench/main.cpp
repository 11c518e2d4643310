// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/settings.h"
#include "app/workbench/arguments.h"
#include "app/workbench/measure.h"
#include "app/workbench/quit_signals.h"
#include "app/workbench/remote_control.h"
#include "core/base/descriptor_limit.h"
#include "core/base/log.h"
#include "core/base/resource_limits.h"
#include "core/engine/cache_service.h"
#include "core/engine/debug_file_service.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/engine/library/library_place.h"
#include "core/engine/library/library_service.h"
#include "core/engine/server_service.h"
#include "core/model/report.h"
#include "core/selfdump/crash_handler.h"
#include "core/selfdump/secret_variables.h"
#include "ui/bridge/cache_session.h"
#include "ui/bridge/debug_file_session.h"
#include "ui/bridge/engine_adapter.h"
#include "ui/bridge/engine_preferences.h"
#include "ui/bridge/library_inbox.h"
#include "ui/bridge/library_session.h"
#include "ui/bridge/log_feed.h"
#include "ui/bridge/remains.h"
#include "ui/bridge/server_process.h"
#include "ui/bridge/server_session.h"
#include "ui/bridge/workbench_bridge.h"
#include "ui/desktop/application_service.h"
#include "ui/desktop/bus_probe.h"
#include "ui/desktop/keychain.h"
#include "ui/desktop/system_theme.h"
#include "ui/style/workbench_style.h"
#include "ui/translation/translation.h"
#include "ui/views/main_window.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLocale>
#include <QStandardPaths>
#include <QTimer>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <pwd.h>
#include <string_view>
#include <unistd.h>

namespace {

using namespace faultline;

constexpr int kNoDisplay = 3;

/// Without a display, Qt ends programs for X11 and Wayland itself. We check first, to tell the user
/// what to do.
bool hasDisplay(int argc, char** argv)
{
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]).starts_with("-platform"))
            return true;
    }
    const auto isSet = [](const char* name) {
        const char* value = std::getenv(name);
        return value && *value;
    };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
#else
    (void)argc, (void)argv;
    return true;
#endif
}

void tellThatNoDisplayWorks()
{
    std::fputs("faultline-workbench: no display found. Run it in a desktop session, or print "
               "the report in the terminal:\n"
               "  faultline symbolicate FILE\n",
               stderr);
}

/// Qt aborts when no display can be reached. That is no crash of ours.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type != QtFatalMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(text));
        return;
    }
    tellThatNoDisplayWorks();
    std::_Exit(kNoDisplay);
}

/// A relative HOME is another folder wherever the program is started, and Qt believes it.
void settleHome()
{
    if (const auto home = qgetenv("HOME"); home.isEmpty() || home.startsWith('/'))
        return;
    const auto* user = ::getpwuid(::geteuid());
    qputenv("HOME", user != nullptr ? user->pw_dir : "/");
}

/// Reads the user's config.yml by the rules of the command line. If that fails, logs the error and
/// ignores the whole file.
engine::EngineConfig fileConfig(LogSink& log)
{
    auto loaded = app::loadUserSettings(std::nullopt);
    if (loaded) {
        for (const auto& remark : loaded->remarks)
            log.write(LogLevel::Warning, "config", remark);
        return std::move(loaded->engine);
    }
    log.write(LogLevel::Error, "config", loaded.error().describe());
    return app::userDefaults().engine;
}

/// What the user chose in the window counts more than config.yml.
engine::EngineConfig engineConfig(engine::EngineConfig config, const ui::AppSettings& settings)
{
    if (!config.cacheDir) {
        const QString cache =
            QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
            QStringLiteral("/faultline");
        if (app::isOwnFolder(cache.toStdString()))
            config.cacheDir = cache.toStdString();
    }
    config.offline = settings.isOffline();
    config.useLocalFiles = true;
    return config;
}

QString configFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/faultline");
}

/// The cache folder of a window, which looks after it by the present preferences.
struct CacheCare
{
    CacheCare(engine::EngineConfig& config,
              const engine::CacheRules& ofFile,
              const ui::Preferences& preferences,
              LogSink& log)
        : service(*config.cacheDir,
                  ui::cacheRulesOf(config),
                  log,
                  [this](engine::CacheNotice notice) { inbox.post(std::move(notice)); }),
          session(service, inbox, preferences, ofFile)
    {
        config.cleanup = {}; // The service cleans.
    }

    ui::CacheInbox inbox;
    engine::CacheService service;
    ui::CacheSession session;
};

/// The server on the page of servers, which is started on request and ends with the window.
struct ServerCare
{
    ServerCare(const net::TransportOptions& transport, const ParseLimits& limits, LogSink& log)
        : process(ui::findServerProgram(),
                  configFolder() + QStringLiteral("/server.yml"),
                  QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                      QStringLiteral("/faultline-server")),
          service(transport,
                  limits,
                  log,
                  [this](engine::ServerNotice notice) { inbox.post(std::move(notice)); }),
          session(service, inbox, process)
    {
    }

    ui::ServerInbox inbox;
    ui::ServerProcess process;
    engine::ServerService service;
    ui::ServerSession session;
};

/// The debug file on the page of the inspector.
struct InspectorCare
{
    InspectorCare(const ParseLimits& limits, const ui::Workbench& workbench)
        : service(limits,
                  [this](engine::DebugFileNotice notice) { inbox.post(std::move(notice)); }),
          session(service, inbox, workbench)
    {
    }

    ui::DebugFileInbox inbox;
    engine::DebugFileService service;
    ui::DebugFileSession session;
};

std::optional<remote::ServerAddress> serverOf(const WorkbenchArguments& arguments)
{
    if (arguments.server.isEmpty())
        return std::nullopt;
    return remote::ServerAddress{.url = arguments.server.toStdString(),
                                 .token =
                                     selfdump::takeVariable("FAULTLINE_SERVER_TOKEN").value_or("")};
}

QString settingsFile()
{
    QDir().mkpath(configFolder());
    return configFolder() + QStringLiteral("/workbench.ini");
}

/// The library that the user chose, otherwise that of `faultline library`; empty without a home
/// folder.
QString reportsFile(const ui::AppSettings& settings)
{
    const auto own = app::userLibraryFile();
    const auto chosen = settings.reportsFile();
    // An address with a password is refused; until then nothing shows it.
    if (!chosen.isEmpty())
        return QString::fromStdString(engine::shownPlace(chosen.toStdString()));
    return own ? QString::fromStdString(own->string()) : QString();
}

/// Each dump is offered once.
void offerOwnDump(ui::MainWindow& window, ui::AppSettings& settings)
{
    const auto folder = selfdump::dumpFolder();
    if (!folder)
        return;
    const auto dumps = selfdump::dumpsIn(*folder);
    const QString newest =
        dumps.empty() ? QString() : QString::fromStdString(dumps.front().string());
    if (newest.isEmpty() || newest == settings.offeredDump())
        return;
    settings.setOfferedDump(newest);
    window.offerDump(newest);
}

/// What was open the last time comes back, and further files in front of it. A window of its own
/// begins empty: the files of the last time are open in the other one.
void showFirst(ui::MainWindow& window, const WorkbenchArguments& arguments)
{
    window.show();
    if (arguments.measure ? arguments.files.isEmpty() : !arguments.newInstance)
        window.reopenFiles();
    if (arguments.openLast)
        window.openLastReport();
    window.openFiles(arguments.files);
    if (arguments.frame && !arguments.files.isEmpty())
        window.showFrame(arguments.frame->thread, arguments.frame->row);
}

int run(QApplication& app, QElapsedTimer sinceStart)
{
    ui::installTranslation(app, QLocale());
    const WorkbenchArguments arguments = parseArguments(app);
    ui::ApplicationService service(QDBusConnection::sessionBus());
    if (!arguments.newInstance && handOver(service, arguments))
        return 0;
    ui::AppSettings settings(settingsFile());
    auto* style = new ui::WorkbenchStyle;
    QApplication::setStyle(style);
    const ui::SystemTheme desktop(QDBusConnection::sessionBus());
    QObject::connect(&desktop, &ui::SystemTheme::changed, &style->theme(),
                     &ui::Theme::setSystemDark);
    ui::LogFeed log(LogLevel::Info);
    ui::NoticeInbox inbox;
    const engine::EngineConfig ofFile = fileConfig(log);
    settings.setOfflineDefault(ofFile.offline);
    auto config = engineConfig(ofFile, settings);
    ui::takeDefaults(settings.preferences(), config);
    const auto cacheRules = ui::cacheRulesOf(config);
    ui::applyPreferences(settings.preferences(), config);
    std::optional<CacheCare> caches;
    if (config.cacheDir)
        caches.emplace(config, cacheRules, settings.preferences(), log);
    config.server = serverOf(arguments);
    const auto transport = config.transport;
    engine::Engine engine(std::move(config), log,
                          [&inbox](engine::Notice notice) { inbox.post(std::move(notice)); });
    ui::EngineAdapter commands(engine);
    ui::Keychain keychain(QStringLiteral("faultline"));
    ui::Credentials credentials(&keychain);
    ui::WorkbenchBridge workbench(commands, inbox, settings,
                                  {.sources = ofFile.sources,
                                   .linkedSources = ofFile.linkedSources,
                                   .pathMappings = ofFile.pathMappings});
    log.attach(&workbench.log());
    workbench.useCredentials(credentials);
    if (caches)
        workbench.setCaches(&caches->session);
    ui::LibraryInbox libraryInbox;
    engine::LibraryService libraryService(
        engine, ofFile.limits,
        [&libraryInbox](engine::LibraryNotice notice) { libraryInbox.post(std::move(notice)); });
    ui::LibrarySession library(libraryService, libraryInbox, reportsFile(settings));
    if (!library.file().isEmpty())
        workbench.setLibrary(&library);
    ServerCare server(transport, ofFile.limits, log);
    InspectorCare inspector(ofFile.limits, workbench);
    ui::MainWindow window(style->theme(), settings, workbench);
    window.setServer(server.session);
    window.setInspector(inspector.session);
    RemoteControl control(service, window, log);
    if (arguments.waitsForBus)
        control.endIfUnused();
    else
        showFirst(window, arguments);
    offerOwnDump(window, settings);
    if (arguments.crash)
        QTimer::singleShot(0, &window, [] { std::abort(); });
    std::optional<WindowMeasurement> measurement;
    if (arguments.measure)
        measurement.emplace(sinceStart);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    occupyStandardDescriptors();
    if (const auto result = selfdump::runDumpWriter(argc, argv))
        return *result;
    if (const auto folder = selfdump::dumpFolder())
        selfdump::installCrashHandler(*folder);
    settleHome();
    std::vector<std::string> names;
    keepFileNames(argc, argv, names);
    if (!hasDisplay(argc, argv)) {
        tellThatNoDisplayWorks();
        return kNoDisplay;
    }
    outliveResourceLimits();
    QElapsedTimer sinceStart;
    sinceStart.start();
    ui::keepOneHeap();
    ui::leaveSilentBus();
    const auto messages = qInstallMessageHandler(endWithoutDisplay);
    QApplication app(argc, argv);
    qInstallMessageHandler(messages);
    const QuitSignals quitSignals;
    // Qt sets the locale from the environment, but parsers need numbers with a decimal point.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setApplicationName(QStringLiteral("Faultline"));
    QApplication::setApplicationVersion(QStringLiteral(FL_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.faultline.Faultline"));
    return run(app, sinceStart);
}
