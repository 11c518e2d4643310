/// Shows made-up reports in a real window and saves a picture of each state: for reviews and
/// documentation, not a test. Usage: workbench_shots FOLDER

#include "tests/ui/support/window_fixture.h"
#include "ui/views/report_page.h"
#include "ui/views/workspace.h"

#include <QApplication>
#include <QTest>

namespace {

using namespace faultline::ui;

void take(test::WindowFixture& fixture, const QString& folder, const QString& name)
{
    for (const auto& [theme, suffix] :
         {std::pair{ThemeChoice::Light, "light"}, std::pair{ThemeChoice::Dark, "dark"}}) {
        fixture.settings.setTheme(theme);
        QTest::qWait(250);
        fixture.window.grab().save(folder + u'/' + name + u'-' + QLatin1String(suffix) +
                                   QStringLiteral(".png"));
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
        {QStringLiteral("/etc/passwd"), QStringLiteral("scene::Node::bounds"), at(19)});
}

} // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QApplication::setFont(QFont(QStringLiteral("Sans Serif"), 10));
    const QString folder = app.arguments().value(1, QStringLiteral("."));
    test::WindowFixture fixture;
    rememberFiles(fixture.settings);
    fixture.settings.setSources(
        {{SourceSetting::Kind::Http, QStringLiteral("company store"),
          QStringLiteral("https://symbols.example.org"), QStringLiteral("unified")},
         {SourceSetting::Kind::Http, QStringLiteral("debuginfod"),
          QStringLiteral("https://debuginfod.example.org"), QStringLiteral("debuginfod")},
         {SourceSetting::Kind::Folder,
          QStringLiteral("build folder"),
          QStringLiteral("/src/build"),
          {}}});
    fixture.window.resize(1440, 900);
    fixture.window.show();
    take(fixture, folder, QStringLiteral("start"));
    fixture.engine.startTransfer();
    fixture.window.openFile(QStringLiteral("/crashes/viewer-2026-11-19.dmp"));
    take(fixture, folder, QStringLiteral("report"));
    fixture.window.openFile(QStringLiteral("/crashes/no-symbols.dmp"));
    take(fixture, folder, QStringLiteral("no-symbols"));
    fixture.window.actions().trigger(QStringLiteral("view.dock.activity"));
    take(fixture, folder, QStringLiteral("activity"));
    fixture.window.openFile(QStringLiteral("/crashes/corrupt.dmp"));
    take(fixture, folder, QStringLiteral("corrupt"));
    fixture.window.openFile(QStringLiteral("/crashes/slow.dmp"));
    take(fixture, folder, QStringLiteral("loading"));
    return 0;
}
