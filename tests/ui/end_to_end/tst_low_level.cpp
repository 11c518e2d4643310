// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/engine_window.h"
#include "ui/models/roles.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
#include "ui/views/state_page.h"
#include "ui/views/workbench_dock.h"
#include "ui/views/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QTest>

#include <algorithm>

using namespace faultline::ui;
using namespace faultline::ui::test;

/// Drives the docks of values, code and memory over the real engine, on the samples.
class TestLowLevel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void localsAreReadWhenTheirDockIsInSight();
    void partsOpenByKeyboard();
    void expressionsAreEvaluatedInEveryFrame();
    void localsSayWhyThereAreNone_data();
    void localsSayWhyThereAreNone();
};

namespace {

const QString kSample = QStringLiteral(FL_TESTS_DIR "/corpora/samples/default/sample.dmp");

/// A sample in the window, with one dock in front.
struct OpenDock
{
    OpenDock(const QString& file, const char* dockName) : dock(dockName)
    {
        session = workbench.open(file);
        isReady = session && EngineWindow::waitUntilIdle(*session);
        workbench.window.actions().trigger(QStringLiteral("view.") + QLatin1String(dockName));
    }

    WorkbenchDock& widget()
    {
        return *workbench.window.reportPage().workspace().dock(QLatin1String(dock));
    }

    QStringList column(const char* view, int column) const
    {
        QStringList texts;
        const auto* model = workbench.rows(view).model();
        for (int row = 0; model && row < model->rowCount(); ++row)
            texts.append(model->index(row, column).data().toString());
        return texts;
    }

    int rowOf(const char* view, const QString& text) const
    {
        return int(column(view, 0).indexOf(text));
    }

    bool shows(const QString& sentence)
    {
        const auto pages = widget().findChildren<StatePage*>();
        return std::ranges::any_of(pages, [&](const StatePage* page) {
            return page->isVisible() && page->sentence().contains(sentence);
        });
    }

    EngineWindow workbench;
    const char* dock;
    ReportSession* session = nullptr;
    bool isReady = false;
};

constexpr FrameRow::Key kRelayout{.physicalIndex = 1, .inlineDepth = 0};

} // namespace

void TestLowLevel::localsAreReadWhenTheirDockIsInSight()
{
    OpenDock open(kSample, "dock.locals");
    QVERIFY(open.isReady);
    open.session->selectFrame(kRelayout);
    QTRY_COMPARE(open.column("locals.rows", 0),
                 (QStringList{QStringLiteral("this"), QStringLiteral("dirty")}));
    const auto values = open.column("locals.rows", 1);
    QVERIFY2(values.at(0).startsWith(QStringLiteral("0x0000")), qPrintable(values.at(0)));
    QCOMPARE(values.at(1), QStringLiteral("known to the caller only"));
    const auto* model = open.workbench.rows("locals.rows").model();
    QCOMPARE(model->index(1, 1).data(BadgeRole).toInt(), int(BadgeStyle::Dashed));
    QVERIFY(model->index(1, 1).data(Qt::ToolTipRole).toString().contains(QLatin1String("caller")));
    QVERIFY(model->index(1, 0)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QLatin1String("scene::Dirty")));
}

void TestLowLevel::partsOpenByKeyboard()
{
    OpenDock open(kSample, "dock.locals");
    open.session->selectFrame(kRelayout);
    RowView& rows = open.workbench.rows("locals.rows");
    QTRY_COMPARE(open.column("locals.rows", 0).size(), 2);
    rows.setFocus();
    rows.setCurrentIndex(rows.model()->index(0, 0));
    QTest::keyClick(&rows, Qt::Key_Right);
    QTRY_COMPARE(open.column("locals.rows", 0),
                 (QStringList{QStringLiteral("this"), QStringLiteral("m_root"),
                              QStringLiteral("m_dirty"), QStringLiteral("dirty")}));
    QCOMPARE(open.column("locals.rows", 1).at(2), QStringLiteral("Everything"));
    QCOMPARE(rows.model()->index(1, 0).data(IndentRole).toInt(), 1);
    QTest::keyClick(&rows, Qt::Key_Down);
    QTest::keyClick(&rows, Qt::Key_Return);
    QTRY_VERIFY(open.rowOf("locals.rows", QStringLiteral("m_parent")) > 0);
    QCOMPARE(
        open.column("locals.rows", 1).at(open.rowOf("locals.rows", QStringLiteral("m_parent"))),
        QStringLiteral("null"));
    QTest::keyClick(&rows, Qt::Key_Left);
    QCOMPARE(open.column("locals.rows", 0).size(), 4);
    open.workbench.window.actions().trigger(QStringLiteral("edit.copy"));
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("m_root\t")));
}

void TestLowLevel::expressionsAreEvaluatedInEveryFrame()
{
    OpenDock open(kSample, "dock.locals");
    open.session->selectFrame(kRelayout);
    QTRY_COMPARE(open.column("locals.rows", 0).size(), 2);
    auto* line = open.workbench.window.findChild<QLineEdit*>(QStringLiteral("locals.expression"));
    QTest::keyClicks(line, QStringLiteral("this->m_dirty"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(line->text().isEmpty());
    QTRY_COMPARE(open.column("locals.rows", 1).at(0), QStringLiteral("Everything"));
    open.session->selectFrame({.physicalIndex = 0, .inlineDepth = 0});
    QTRY_COMPARE(open.column("locals.rows", 1).at(0), QStringLiteral("not known"));
    RowView& rows = open.workbench.rows("locals.rows");
    QVERIFY(rows.model()
                ->index(0, 1)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("m_dirty")));
    rows.setCurrentIndex(rows.model()->index(0, 0));
    QTest::keyClick(&rows, Qt::Key_Delete);
    QTRY_COMPARE(open.column("locals.rows", 0).at(0), QStringLiteral("this"));
}

void TestLowLevel::localsSayWhyThereAreNone_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("frame");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no debug info")
        << kSample << 6 << QStringLiteral("when the debug file describes them");
    QTest::newRow("no memory") << QStringLiteral(FL_TESTS_DIR "/corpora/apple/macos.crash") << 0
                               << QStringLiteral("has no memory");
}

void TestLowLevel::localsSayWhyThereAreNone()
{
    QFETCH(const QString, file);
    QFETCH(const int, frame);
    QFETCH(const QString, sentence);
    OpenDock open(file, "dock.locals");
    open.session->selectFrame({.physicalIndex = quint32(frame), .inlineDepth = 0});
    QTRY_VERIFY(open.shows(sentence));
}

QTEST_MAIN(TestLowLevel)

#include "tst_low_level.moc"
