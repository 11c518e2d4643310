// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/bridge/file_streams.h"
#include "ui/views/hex_view.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

RowView* streams(const WindowFixture& fixture)
{
    return fixture.window.findChild<RowView*>(QStringLiteral("raw.rows"));
}

} // namespace

class TestRawView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rawStreamsShowTheirBytes_data();
    void rawStreamsShowTheirBytes();
    void rawStreamsWorkByKeyboard();
};

void TestRawView::rawStreamsShowTheirBytes_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("shown"); ///< The first bytes, or the sentence instead of any.
    QTest::addColumn<QString>("remark");
    QTest::newRow("read") << 0 << QStringLiteral("00000000  11 00 00 00 74 68 72 65 ")
                          << QStringLiteral(
                                 "ThreadList (0x0003): What it says is part of the report.");
    QTest::newRow("damaged")
        << 1 << QStringLiteral("00000000  6d 6f 64 75 6c 65 73 ")
        << QStringLiteral("ModuleList (0x0004): 43 modules of 108 bytes need 4648 bytes, 7 left");
    QTest::newRow("duplicate")
        << 2 << QStringLiteral("00000000  6d 6f 64 ")
        << QStringLiteral("ModuleList (0x0004): Another stream of this type was read instead.");
    QTest::newRow("unknown")
        << 3 << QStringLiteral("00000000  6d 61 64 65 ")
        << QStringLiteral(
               "Unknown (0x43500099): Its type is not known; nothing of it is part of the report.");
    QTest::newRow("more than a page")
        << 4 << QStringLiteral("00000000  6d 6d 6d 6d ")
        << QStringLiteral(
               "Memory64List (0x0009): Its type is known; nothing of it is part of the report.");
    QTest::newRow("without bytes")
        << 5 << QStringLiteral("<b>Unused</b> has no bytes.") << QString();
    QTest::newRow("outside the file")
        << 6 << QStringLiteral("The bytes of <b>MemoryInfoList</b> lie outside the file.")
        << QStringLiteral("MemoryInfoList (0x0010): It could not be read. The file holds 0 of its "
                          "4,000 bytes.");
}

void TestRawView::rawStreamsShowTheirBytes()
{
    QFETCH(int, row);
    QFETCH(QString, shown);
    QFETCH(QString, remark);
    WindowFixture fixture;
    ReportSession* session = fixture.openReady(QStringLiteral("/x/crash.dmp"));
    fixture.window.actions().trigger(QStringLiteral("view.dock.raw"));
    RowView* list = streams(fixture);
    QCOMPARE(list->model()->rowCount(), 7);
    list->setCurrentIndex(list->model()->index(row, 0));
    QCOMPARE(session->streams().current(), row);
    const auto* bytes = fixture.window.findChild<HexView*>(QStringLiteral("raw.bytes"));
    const auto* dock = fixture.window.reportPage().workspace().dock(QStringLiteral("dock.raw"));
    if (shown.endsWith(u'.'))
        QVERIFY(std::ranges::any_of(dock->findChildren<StatePage*>(), [&](const StatePage* page) {
            return page->isVisible() && page->sentence() == shown;
        }));
    else
        QTRY_VERIFY2(bytes->visibleText().startsWith(shown), qPrintable(bytes->visibleText()));
    if (!remark.isEmpty())
        QVERIFY(std::ranges::any_of(dock->findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->isVisible() && label->text() == remark;
        }));
}

void TestRawView::rawStreamsWorkByKeyboard()
{
    WindowFixture fixture;
    fixture.openReady(QStringLiteral("/x/crash.dmp"));
    fixture.window.actions().trigger(QStringLiteral("view.dock.raw"));
    RowView* list = streams(fixture);
    QTRY_VERIFY(list->hasFocus());
    QTest::keyClick(list, Qt::Key_End);
    QTest::keyClick(list, Qt::Key_Home);
    QTest::keyClick(list, Qt::Key_Return);
    auto* bytes = fixture.window.findChild<HexView*>(QStringLiteral("raw.bytes"));
    QVERIFY(bytes->hasFocus());
    QTRY_VERIFY(bytes->visibleText().contains(u't'));
    QTest::keyClick(bytes, Qt::Key_Right, Qt::ShiftModifier);
    fixture.window.actions().trigger(QStringLiteral("edit.copy"));
    QVERIFY2(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("00000000  11 00 ")) &&
                 QGuiApplication::clipboard()->text().endsWith(QStringLiteral(" ..")),
             qPrintable(QGuiApplication::clipboard()->text()));
}

QTEST_MAIN(TestRawView)

#include "tst_raw_view.moc"
