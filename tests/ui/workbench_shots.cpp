// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows made-up reports and sample crashes in a real window and saves a picture of each state: for
/// reviews and documentation, not a test. Usage: workbench_shots [OPTIONS] FOLDER

#include "tests/support/crash_scene.h"
#include "tests/ui/support/engine_window.h"
#include "tests/ui/support/test_style.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/models/roles.h"
#include "ui/translation/translation.h"
#include "ui/views/find_view.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QLineEdit>
#include <QLocale>
#include <QTest>

#include <array>
#include <utility>

namespace {

using namespace faultline::ui;
using faultline::test::LoopbackServer;
namespace scene = faultline::test::scene;

/// What the options say about every picture.
struct Wish
{
    QString folder;
    QSize size;
    int zoom = 100;
    bool light = true;
    bool dark = true;
    QString only{}; ///< The part that is taken; empty: all.
};

Wish readOptions(const QApplication& app)
{
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("For the pictures."));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Of the window."),
                                  QStringLiteral("WxH"), QStringLiteral("1440x900"));
    const QCommandLineOption zoom(QStringLiteral("zoom"), QStringLiteral("In percent."),
                                  QStringLiteral("N"), QStringLiteral("100"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light, dark or both."),
                                   QStringLiteral("THEME"), QStringLiteral("both"));
    const QCommandLineOption language(QStringLiteral("language"),
                                      QStringLiteral("Of texts and numbers."),
                                      QStringLiteral("CODE"), QStringLiteral("en"));
    const QCommandLineOption only(QStringLiteral("only"), QStringLiteral("One part, as server."),
                                  QStringLiteral("PART"));
    parser.addOptions({size, zoom, theme, language, only});
    parser.process(app);
    const QStringList sides = parser.value(size).split(u'x');
    QLocale::setDefault(QLocale(parser.value(language)));
    return {.folder = parser.positionalArguments().value(0, QStringLiteral(".")),
            .size = {sides.value(0).toInt(), sides.value(1).toInt()},
            .zoom = parser.value(zoom).toInt(),
            .light = parser.value(theme) != QLatin1String("dark"),
            .dark = parser.value(theme) != QLatin1String("light"),
            .only = parser.value(only)};
}

void take(MainWindow& window, AppSettings& settings, const Wish& wish, const char* name)
{
    for (const auto& [theme, suffix, wanted] : {std::tuple{ThemeChoice::Light, "light", wish.light},
                                                std::tuple{ThemeChoice::Dark, "dark", wish.dark}}) {
        if (!wanted)
            continue;
        settings.setTheme(theme);
        QTest::qWait(250);
        window.grab().save(QStringLiteral("%1/%2-%3.png")
                               .arg(wish.folder, QLatin1String(name), QLatin1String(suffix)));
    }
}

void rememberFiles(AppSettings& settings)
{
    const auto at = [](int day) { return QDateTime(QDate(2026, 11, day), QTime(14, 2)); };
    settings.rememberFile({QStringLiteral("/home/me/crashes/viewer-2026-11-02.dmp"),
                           QStringLiteral("viewer::Cache::evict"), at(2)});
    settings.rememberFile(
        {QStringLiteral("/etc/hosts"), QStringLiteral("libscene.so@0x412e6"), at(17)});
    settings.rememberFile(
        {.path = QStringLiteral("/etc/fstab"),
         .signature = QStringLiteral("deadlock | scene::TileCache::drop"),
         .time = at(20),
         .cause = QStringLiteral("Deadlock: main and worker-3 wait for each other"),
         .system = QStringLiteral("Linux"),
         .framePercent = 98,
         .isCrash = false});
    settings.rememberFile(
        {.path = QStringLiteral("/etc/passwd"),
         .signature = QStringLiteral("scene::Node::bounds"),
         .time = at(19),
         .cause = QStringLiteral("Read near null (+0x18) in scene::Node::bounds()"),
         .system = QStringLiteral("Linux"),
         .framePercent = 100});
    settings.pinRecentFile(QStringLiteral("/etc/fstab"), true);
    settings.rememberLibrary({.file = QStringLiteral("/etc/hostname"),
                              .reports = 3418,
                              .regressions = 1,
                              .newGroups = 3});
}

void takeMadeUpReports(const Wish& wish)
{
    test::WindowFixture fixture;
    rememberFiles(fixture.settings);
    fixture.settings.setZoomPercent(wish.zoom);
    fixture.settings.setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("company store"),
          QStringLiteral("https://symbols.example.org"), QStringLiteral("unified")},
         {SourceSetting::Kind::Http, QStringLiteral("debuginfod"),
          QStringLiteral("https://debuginfod.example.org"), QStringLiteral("debuginfod")},
         {SourceSetting::Kind::Folder,
          QStringLiteral("build folder"),
          QStringLiteral("/src/build"),
          {}}});
    fixture.window.resize(wish.size);
    fixture.window.show();
    const auto shoot = [&](const char* name) {
        take(fixture.window, fixture.settings, wish, name);
    };
    shoot("start");
    fixture.engine.startTransfer();
    fixture.window.openFile(QStringLiteral("/crashes/viewer-2026-11-19.dmp"));
    shoot("report");
    Workspace& workspace = fixture.window.reportPage().workspace();
    workspace.findInStacks(QStringLiteral("wait"));
    QTest::qWait(100);
    workspace.findView().step(1);
    shoot("find");
    workspace.dock(QStringLiteral("dock.find"))->close();
    auto* modules = fixture.window.findChild<RowView*>(QStringLiteral("modules.rows"));
    modules->startFilter();
    shoot("filter");
    modules->closeFilter();
    fixture.window.openFile(QStringLiteral("/crashes/no-symbols.dmp"));
    shoot("no-symbols");
    fixture.window.actions().trigger(QStringLiteral("view.dock.activity"));
    shoot("activity");
    fixture.window.openFile(QStringLiteral("/crashes/viewer-hang.dmp"));
    shoot("hang");
    fixture.window.actions().trigger(QStringLiteral("view.perspective.threads"));
    shoot("threads");
    fixture.window.findChild<QAbstractButton*>(QStringLiteral("parallel.form1"))->click();
    shoot("flame");
    fixture.window.findChild<QAbstractButton*>(QStringLiteral("parallel.form0"))->click();
    fixture.window.actions().trigger(QStringLiteral("view.perspective.crash"));
    fixture.window.openFile(QStringLiteral("/crashes/corrupt.dmp"));
    shoot("corrupt");
    fixture.window.openFile(QStringLiteral("/crashes/slow.dmp"));
    shoot("loading");
}

/// Real files in the real engine.
void takeSamples(const Wish& wish)
{
    test::EngineWindow workbench;
    workbench.settings().setZoomPercent(wish.zoom);
    workbench.window.resize(wish.size);
    for (const auto& [name, file] :
         {std::pair{"sample", "samples/default/sample.dmp"},
          std::pair{"overflow", "samples/stack_overflow/stack_overflow.dmp"},
          std::pair{"assert", "samples/failed_assert/failed_assert.dmp"},
          std::pair{"exception", "samples/uncaught_exception/uncaught_exception.dmp"},
          std::pair{"windows", "samples/windows_pdb/sample.dmp"},
          std::pair{"apple", "apple/macos.crash"}}) {
        ReportSession* session =
            workbench.open(QStringLiteral(FL_TESTS_DIR "/corpora/") + QLatin1String(file));
        test::EngineWindow::waitUntilIdle(*session);
        take(workbench.window, workbench.settings(), wish, name);
    }
    workbench.window.actions().trigger(QStringLiteral("view.dock.log"));
    workbench.window.actions().trigger(QStringLiteral("view.dock.raw"));
    take(workbench.window, workbench.settings(), wish, "log-raw");
    workbench.window.actions().trigger(QStringLiteral("view.dock.annotations"));
    take(workbench.window, workbench.settings(), wish, "annotations");
    workbench.window.actions().trigger(QStringLiteral("view.dock.evidence"));
    QTest::qWait(500);
    take(workbench.window, workbench.settings(), wish, "evidence");
}

/// Code and memory of the sample.
void takeLowLevel(const Wish& wish)
{
    test::EngineWindow workbench;
    workbench.settings().setZoomPercent(wish.zoom);
    workbench.window.resize(wish.size);
    workbench.window.actions().trigger(QStringLiteral("view.perspective.low_level"));
    ReportSession* session =
        workbench.open(QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp"));
    test::EngineWindow::waitUntilIdle(*session);
    take(workbench.window, workbench.settings(), wish, "low-level");
    workbench.window.actions().trigger(QStringLiteral("view.dock.memmap"));
    take(workbench.window, workbench.settings(), wish, "low-level-map");
}

void type(MainWindow& window, const char* action, const char* text)
{
    window.actions().trigger(QLatin1String(action));
    QTest::keyClicks(window.findChild<QLineEdit*>(QStringLiteral("palette.text")),
                     QString::fromUtf8(text));
    QTest::qWait(700);
}

/// The palette over a report, and the page of keys with a conflict.
void takeGo(const Wish& wish)
{
    test::EngineWindow workbench;
    workbench.settings().setZoomPercent(wish.zoom);
    workbench.window.resize(wish.size);
    MainWindow& window = workbench.window;
    const auto shoot = [&](const char* name) { take(window, workbench.settings(), wish, name); };
    ReportSession* session =
        workbench.open(QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp"));
    test::EngineWindow::waitUntilIdle(*session);
    type(window, "go.palette", "boun");
    shoot("palette");
    type(window, "go.palette", ">copy");
    shoot("palette-actions");
    type(window, "go.palette", "@libscene*!*Group*");
    shoot("palette-symbols");
    type(window, "go.address", "rip");
    shoot("palette-address");
    type(window, "go.palette", "zebra");
    shoot("palette-nothing");
    QTest::keyClick(window.findChild<QLineEdit*>(QStringLiteral("palette.text")), Qt::Key_Escape);
    workbench.settings().setChangedKeys(
        {{QStringLiteral("go.crash"), {QStringLiteral("Alt+Home"), QStringLiteral("Ctrl+T")}},
         {QStringLiteral("view.density"), {QStringLiteral("Ctrl+J")}}});
    window.actions().trigger(QStringLiteral("tools.keymap"));
    auto* rows = window.findChild<RowView*>(QStringLiteral("keymap.rows"));
    for (int row = 0; row < rows->model()->rowCount(); ++row) {
        if (rows->model()->index(row, 0).data(IdRole).toString() == QLatin1String("go.crash"))
            rows->setCurrentIndex(rows->model()->index(row, 0));
    }
    shoot("keymap");
    window.actions().trigger(QStringLiteral("file.close"));
    window.openFile(session->path());
    window.actions().trigger(QStringLiteral("view.density"));
    shoot("compact");
}

/// The start page with a library, and a debug file from inside.
void takeInspector(const Wish& wish)
{
    test::EngineWindow workbench;
    rememberFiles(workbench.settings());
    workbench.settings().setZoomPercent(wish.zoom);
    workbench.window.resize(wish.size);
    take(workbench.window, workbench.settings(), wish, "start-libraries");
    workbench.window.actions().trigger(QStringLiteral("tools.inspector"));
    take(workbench.window, workbench.settings(), wish, "inspector-empty");
    ReportSession* session =
        workbench.open(QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp"));
    test::EngineWindow::waitUntilIdle(*session);
    workbench.window.inspectFile(
        QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/libscene.so.debug"));
    if (!QTest::qWaitFor([&] { return workbench.debugFile().functions().rowCount() > 0; }, 30'000))
        qFatal("the debug file is not read");
    auto* search = workbench.window.findChild<QLineEdit*>(QStringLiteral("inspector.search"));
    search->setText(QStringLiteral("Group::"));
    QTest::qWait(400);
    RowView& functions = workbench.rows("inspector.functions");
    functions.setCurrentIndex(functions.model()->index(0, 0));
    QTest::qWait(100);
    const auto address = workbench.debugFile().lines().index(2, DebugFileSession::LineAddress);
    workbench.window.findChild<QLineEdit*>(QStringLiteral("inspector.address"))
        ->setText(QStringLiteral("0x") + address.data().toString());
    QTest::qWait(100);
    take(workbench.window, workbench.settings(), wish, "inspector");
    workbench.window.inspectFile(
        workbench.write(QStringLiteral("app.js.map"),
                        R"({"version":3,"sources":["a.ts"],"names":["n"],"mappings":"AAAA"})"));
    QTest::qWait(300);
    take(workbench.window, workbench.settings(), wish, "inspector-map");
}

/// A server that does not finish, then a stop, then a file of another build.
void takeDownloads(const Wish& wish)
{
    LoopbackServer server;
    server.reply("/" + scene::dumpSymbolPath(),
                 {.body = scene::dumpSymbols() + std::string(4'000'000, '\n'), .stall = true});
    test::EngineWindow workbench({scene::http("company store", server.url())});
    workbench.settings().setZoomPercent(wish.zoom);
    workbench.window.resize(wish.size);
    ReportSession* session = workbench.open(
        workbench.write(QStringLiteral("crash-2026-11-19.dmp"), scene::dump().text()));
    workbench.window.actions().trigger(QStringLiteral("view.dock.activity"));
    QTest::qWait(1000);
    take(workbench.window, workbench.settings(), wish, "downloading");
    workbench.window.actions().trigger(QStringLiteral("symbols.cancel"));
    test::EngineWindow::waitUntilIdle(*session);
    take(workbench.window, workbench.settings(), wish, "stopped");
    server.reply("/" + scene::dumpSymbolPath(), {.status = 404});
    session->locateFile(
        0, workbench.write(QStringLiteral("wrong.sym"), scene::symbols(scene::kOtherBreakpadId)));
    test::EngineWindow::waitUntilIdle(*session);
    take(workbench.window, workbench.settings(), wish, "wrong-build");
}

/// A busy server with a source that does not answer, what became of a request, and a server that
/// does not run.
void takeServer(const Wish& wish)
{
    QFile status(QStringLiteral(FL_TESTS_DIR "/corpora/fuzz/server_status/busy"));
    if (!status.open(QIODevice::ReadOnly))
        qFatal("the status of the server is missing");
    LoopbackServer server;
    server.reply("/status.json", {.body = status.readAll().toStdString()});
    test::EngineWindow workbench;
    workbench.settings().setZoomPercent(wish.zoom);
    workbench.window.resize(wish.size);
    workbench.window.actions().trigger(QStringLiteral("tools.server"));
    QTest::qWait(50);
    take(workbench.window, workbench.settings(), wish, "server-stopped");
    workbench.server().useRemote(QString::fromStdString(server.url()), {});
    if (!QTest::qWaitFor([&] { return workbench.server().state() == ServerSession::State::Ready; }))
        qFatal("the server does not answer");
    QTest::qWait(200);
    take(workbench.window, workbench.settings(), wish, "server");
    workbench.press(QStringLiteral("By endpoint"));
    take(workbench.window, workbench.settings(), wish, "server-endpoints");
}

void takeEmpty(const Wish& wish)
{
    test::EngineWindow workbench;
    workbench.settings().setZoomPercent(wish.zoom);
    workbench.window.resize(wish.size);
    take(workbench.window, workbench.settings(), wish, "first-start");
}

} // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QApplication::setFont(QFont(QStringLiteral("Sans Serif"), 10));
    const Wish wish = readOptions(app);
    test::renewStyle(); // Installs English, which must come before the language of the pictures.
    installTranslation(app, QLocale());
    const std::array<std::pair<const char*, void (*)(const Wish&)>, 8> parts{
        {{"reports", takeMadeUpReports},
         {"samples", takeSamples},
         {"go", takeGo},
         {"inspector", takeInspector},
         {"low-level", takeLowLevel},
         {"downloads", takeDownloads},
         {"server", takeServer},
         {"empty", takeEmpty}}};
    for (const auto& [name, take] : parts) {
        if (wish.only.isEmpty() || wish.only == QLatin1String(name))
            take(wish);
    }
    return 0;
}
