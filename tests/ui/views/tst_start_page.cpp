// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/views/row_view.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
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

QTEST_MAIN(TestStartPage)
#include "tst_start_page.moc"
