// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/models/recent_model.h"
#include "ui/views/row_view.h"

#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

template <class T>
T* find(const WindowFixture& fixture, const char* name)
{
    return fixture.window.findChild<T*>(QLatin1String(name));
}

bool hasText(const WindowFixture& fixture, const QString& text)
{
    const auto* page = find<QWidget>(fixture, "page.start");
    const auto labels = page->findChildren<QLabel*>();
    return std::ranges::any_of(labels, [&text](const QLabel* label) {
        return label->isVisible() && label->text() == text;
    });
}

SourceSetting folderSource(const QString& path)
{
    return {.kind = SourceSetting::Kind::Folder,
            .name = QStringLiteral("build"),
            .location = path,
            .layout = {}};
}

} // namespace

class TestStartPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsAreDoneOneByOne();
    void switchesTurnServersOnAndOff();
    void aFolderIsEntered();
    void recentCrashesAreFiltered();
    void aFolderOfCrashesIsAskedFor();
    void crashesArePinned();
    void aGoneFileIsLocated();
    void theSampleOpens();
};

void TestStartPage::stepsAreDoneOneByOne()
{
    WindowFixture fixture;
    fixture.settings.setSources({});
    fixture.window.show();
    QVERIFY(hasText(fixture, QStringLiteral("0 of 4")));
    QVERIFY(hasText(fixture,
                    QStringLiteral("Nothing contacts a network until you switch a server on.")));
    fixture.settings.setSources({folderSource(QStringLiteral("/srv/build"))});
    QVERIFY(hasText(fixture, QStringLiteral("1 of 4")));
    QVERIFY(hasText(fixture, QStringLiteral("/srv/build")));
    QVERIFY(hasText(fixture,
                    QStringLiteral("Nothing contacts a network until you switch a server on.")));
    const auto* change = find<QPushButton>(fixture, "start.add_folder");
    QCOMPARE(change->accessibleName(), QStringLiteral("Your build folder: Change…"));
    fixture.settings.setSources({folderSource(QStringLiteral("/srv/build")),
                                 {.kind = SourceSetting::Kind::Http,
                                  .name = QStringLiteral("corp"),
                                  .location = QStringLiteral("https://symbols.example/"),
                                  .layout = QStringLiteral("symstore")}});
    QVERIFY(hasText(fixture, QStringLiteral("2 of 4")));
    QVERIFY(hasText(fixture, QStringLiteral("corp")));
    QVERIFY(!hasText(fixture,
                     QStringLiteral("Nothing contacts a network until you switch a server on.")));
}

void TestStartPage::switchesTurnServersOnAndOff()
{
    WindowFixture fixture;
    fixture.settings.setSources({});
    fixture.window.show();
    auto* microsoft = find<QCheckBox>(fixture, "start.microsoft");
    QVERIFY(!microsoft->isChecked());
    QTest::keyClick(microsoft, Qt::Key_Space);
    QVERIFY(microsoft->isChecked());
    QCOMPARE(fixture.settings.sources().size(), 1);
    QCOMPARE(fixture.settings.sources().first().location, QStringLiteral("microsoft"));
    auto* debuginfod = find<QCheckBox>(fixture, "start.debuginfod");
    debuginfod->click();
    QCOMPARE(fixture.settings.sources().size(), 2);
    QVERIFY(hasText(fixture, QStringLiteral("2 of 4")));
    microsoft->click();
    // It stays in the list with its place, but is never asked.
    QCOMPARE(fixture.settings.sources().size(), 2);
    QVERIFY(!fixture.settings.sources().first().isOn);
    QVERIFY(hasText(fixture, QStringLiteral("1 of 4")));
}

void TestStartPage::aFolderIsEntered()
{
    WindowFixture fixture;
    fixture.settings.setSources({});
    fixture.window.show();
    find<QPushButton>(fixture, "start.add_folder")->click();
    auto* dialog = fixture.window.findChild<QFileDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->fileMode(), QFileDialog::Directory);
    Q_EMIT dialog->fileSelected(fixture.folder.path());
    dialog->close();
    QCOMPARE(fixture.settings.sources().size(), 1);
    QCOMPARE(fixture.settings.sources().first().location, fixture.folder.path());
}

void TestStartPage::recentCrashesAreFiltered()
{
    WindowFixture fixture;
    fixture.window.show();
    auto* filter = find<QLineEdit>(fixture, "start.filter");
    QVERIFY(!filter->isVisible());
    fixture.settings.rememberFiles({{.path = QStringLiteral("/crashes/viewer.dmp"),
                                     .signature = QStringLiteral("scene::Node::bounds"),
                                     .cause = QStringLiteral("Read near null (+0x18)")},
                                    {.path = QStringLiteral("/crashes/other.core"),
                                     .signature = QStringLiteral("decode"),
                                     .cause = QStringLiteral("Out of memory")}});
    const auto* rows = find<RowView>(fixture, "start.recent");
    QCOMPARE(rows->model()->rowCount(), 2);
    QVERIFY(filter->isVisible());
    for (const auto& [text, count] :
         {std::pair{"NEAR NULL", 1}, {"decode", 1}, {"crashes", 2}, {"nothing", 0}}) {
        filter->setText(QLatin1String(text));
        QCOMPARE(rows->model()->rowCount(), count);
    }
    QVERIFY(hasText(fixture, QStringLiteral("No recent crash has this text.")));
    filter->clear();
    QCOMPARE(rows->model()->rowCount(), 2);
}

void TestStartPage::aFolderOfCrashesIsAskedFor()
{
    WindowFixture fixture;
    fixture.window.show();
    find<QPushButton>(fixture, "start.open_folder")->click();
    auto* dialog = find<QFileDialog>(fixture, "dialog.open_folder");
    QVERIFY(dialog);
    QCOMPARE(dialog->fileMode(), QFileDialog::Directory);
    dialog->close();
}

/// By mouse, by keyboard and by the menu of the row; pinned ones come first and have a tab.
void TestStartPage::crashesArePinned()
{
    WindowFixture fixture;
    fixture.window.show();
    fixture.settings.rememberFiles({{.path = QStringLiteral("/crashes/first.dmp")},
                                    {.path = QStringLiteral("/crashes/second.dmp")},
                                    {.path = QStringLiteral("/crashes/third.dmp")}});
    auto* rows = find<RowView>(fixture, "start.recent");
    const auto top = [rows] { return rows->model()->index(0, 0).data(Qt::ToolTipRole).toString(); };
    const auto pinned = [&fixture] {
        const auto files = fixture.settings.recentFiles();
        return std::ranges::count(files, true, &RecentFile::isPinned);
    };
    QCOMPARE(top(), QStringLiteral("/crashes/third.dmp"));
    const auto pin = rows->model()->index(2, RecentModel::PinColumn);
    rows->scrollTo(pin);
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(pin).center());
    QCOMPARE(pinned(), 1);
    QCOMPARE(top(), QStringLiteral("/crashes/first.dmp"));
    QVERIFY(rows->model()
                ->index(0, 0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .endsWith(QStringLiteral("pinned")));
    fixture.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
    rows->setFocus();
    rows->setCurrentIndex(rows->model()->index(2, 0));
    QTest::keyClick(rows, Qt::Key_Space);
    QCOMPARE(pinned(), 2);
    QMenu menu;
    Q_EMIT rows->menuOpened(menu, rows->model()->index(0, 0));
    const auto actions = menu.actions();
    const auto unpin = std::ranges::find(actions, QStringLiteral("Unpin"), &QAction::text);
    QVERIFY(unpin != actions.end());
    (*unpin)->trigger();
    QCOMPARE(pinned(), 1);
    auto* tabs = fixture.window.findChild<QTabBar*>(QStringLiteral("start.tabs"));
    QVERIFY(tabs);
    QCOMPARE(tabs->tabText(1), QStringLiteral("Pinned 1"));
    tabs->setCurrentIndex(1);
    QCOMPARE(rows->model()->rowCount(), 1);
}

void TestStartPage::aGoneFileIsLocated()
{
    WindowFixture fixture;
    fixture.window.show();
    fixture.settings.rememberFile(
        {.path = QStringLiteral("/gone/a.dmp"), .signature = QStringLiteral("f")});
    auto* rows = find<RowView>(fixture, "start.recent");
    Q_EMIT rows->rowChosen(rows->model()->index(0, 0));
    auto* dialog = find<QFileDialog>(fixture, "dialog.locate_recent");
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(QStringLiteral("/crashes/viewer-2026-11-19.dmp"));
    dialog->close();
    QVERIFY(fixture.window.currentSession());
    const auto files = fixture.settings.recentFiles();
    QVERIFY(std::ranges::none_of(
        files, [](const RecentFile& file) { return file.path.startsWith(u"/gone"); }));
}

/// It comes from the program itself and lies beside the settings.
void TestStartPage::theSampleOpens()
{
    WindowFixture fixture;
    fixture.window.show();
    find<QAbstractButton>(fixture, "start.sample")->click();
    QVERIFY(fixture.window.currentSession());
    const QString path = fixture.window.currentSession()->path();
    QCOMPARE(QFileInfo(path).absolutePath(), QFileInfo(fixture.settingsFile()).absolutePath());
    QFile sample(path);
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QVERIFY(sample.readAll().startsWith("PK"));
}

QTEST_MAIN(TestStartPage)
#include "tst_start_page.moc"
