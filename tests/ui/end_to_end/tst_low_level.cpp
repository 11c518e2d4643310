// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/end_to_end/open_dock.h"
#include "ui/bridge/frame_code.h"
#include "ui/bridge/frame_memory.h"
#include "ui/models/roles.h"
#include "ui/views/report_page.h"
#include "ui/views/row_view.h"
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
    void disassemblyShowsTheCrash();
    void disassemblyFollowsAndReturns();
    void memoryFollowsPointers();
    void memoryGoesOnAtItsEnds();
    void mapLeadsToMemory();
};

namespace {

constexpr FrameRow::Key kRelayout{.physicalIndex = 1, .inlineDepth = 0};

} // namespace

void TestLowLevel::localsAreReadWhenTheirDockIsInSight()
{
    OpenDock open(kSample, "dock.locals");
    QVERIFY(open.isReady);
    open.session->place().selectFrame(kRelayout);
    QTRY_COMPARE(open.column("locals.rows", 0),
                 (QStringList{QStringLiteral("this"), QStringLiteral("dirty")}));
    const auto values = open.column("locals.rows", 1);
    QVERIFY2(values.at(0).startsWith(QStringLiteral("0x0000")), qPrintable(values.at(0)));
    QCOMPARE(values.at(1), QStringLiteral("known to the caller only"));
    const auto* model = open.rows("locals.rows").model();
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
    open.session->place().selectFrame(kRelayout);
    QTRY_COMPARE(open.column("locals.rows", 0).size(), 2);
    RowView& rows = open.rows("locals.rows");
    rows.setFocus();
    rows.setCurrentIndex(rows.model()->index(0, 0));
    QTest::keyClick(&rows, Qt::Key_Right);
    QTRY_COMPARE(open.column("locals.rows", 0),
                 (QStringList{QStringLiteral("this"), QStringLiteral("m_root"),
                              QStringLiteral("m_dirty"), QStringLiteral("dirty")}));
    QCOMPARE(open.column("locals.rows", 1).value(2), QStringLiteral("Everything"));
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
    open.session->place().selectFrame(kRelayout);
    QTRY_COMPARE(open.column("locals.rows", 0).size(), 2);
    auto* line = open.workbench.window.findChild<QLineEdit*>(QStringLiteral("locals.expression"));
    QTest::keyClicks(line, QStringLiteral("this->m_dirty"));
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(line->text().isEmpty());
    QTRY_COMPARE(open.column("locals.rows", 1).value(0), QStringLiteral("Everything"));
    open.session->place().selectFrame({.physicalIndex = 0, .inlineDepth = 0});
    QTRY_COMPARE(open.column("locals.rows", 1).value(0), QStringLiteral("not known"));
    RowView& rows = open.rows("locals.rows");
    QVERIFY(rows.model()
                ->index(0, 1)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("m_dirty")));
    rows.setCurrentIndex(rows.model()->index(0, 0));
    QTest::keyClick(&rows, Qt::Key_Delete);
    QTRY_COMPARE(open.column("locals.rows", 0).value(0), QStringLiteral("this"));
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
    open.session->place().selectFrame({.physicalIndex = quint32(frame), .inlineDepth = 0});
    QTRY_VERIFY(open.shows(sentence));
}

void TestLowLevel::disassemblyShowsTheCrash()
{
    OpenDock open(kSample, "dock.disassembly");
    RowView& rows = open.rows("disassembly.rows");
    const auto ofCrash = [&rows](int column) {
        return rows.currentIndex().siblingAtColumn(column).data().toString();
    };
    QTRY_VERIFY(ofCrash(CodeModel::MeaningColumn).contains(QStringLiteral("null + 0x10")));
    QCOMPARE(ofCrash(CodeModel::MnemonicColumn), QStringLiteral("test"));
    const QModelIndex crash = rows.currentIndex();
    const QString sentence =
        crash.siblingAtColumn(CodeModel::JumpColumn).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(sentence.endsWith(QStringLiteral("the crash was here")), qPrintable(sentence));
    const auto headings = open.column("disassembly.rows", CodeModel::MnemonicColumn);
    QVERIFY2(headings.contains(QStringLiteral("group.cpp:8")), qPrintable(headings.join(u';')));
    QVERIFY(std::ranges::any_of(headings, [](const QString& text) {
        return text.startsWith(QStringLiteral("inlined scene::Node::bounds() const"));
    }));
    const auto& code = open.session->code().rows().allRows();
    QVERIFY(std::ranges::any_of(code, [](const CodeRow& row) { return !row.lanes.isEmpty(); }));
    QVERIFY(open.session->code().origin().contains(QStringLiteral("libscene.so")));
    QVERIFY(!open.session->code().differs());
}

void TestLowLevel::disassemblyFollowsAndReturns()
{
    OpenDock open(kSample, "dock.disassembly");
    FrameCode& code = open.session->code();
    QTRY_VERIFY(code.placeRow() >= 0);
    RowView& rows = open.rows("disassembly.rows");
    const auto& all = code.rows().allRows();
    const auto jump = std::ranges::find_if(all, [](const CodeRow& row) { return row.target != 0; });
    QVERIFY(jump != all.end());
    const quint64 target = jump->target;
    rows.setFocus();
    rows.setCurrentIndex(code.rows().index(int(jump - all.begin()), 0));
    QTest::keyClick(&rows, Qt::Key_Return);
    QTRY_COMPARE(code.rows().rowAt(rows.currentIndex().row())->id.address, target);
    QVERIFY(code.isElsewhere());
    QTest::keyClick(&rows, Qt::Key_Left, Qt::AltModifier);
    QTRY_VERIFY(!code.isElsewhere());
    auto* place = open.workbench.window.findChild<QLineEdit*>(QStringLiteral("disassembly.place"));
    QTest::keyClick(&rows, Qt::Key_G, Qt::ControlModifier);
    QTRY_VERIFY(place->hasFocus());
    QTest::keyClicks(place, QStringLiteral("nobody"));
    QTest::keyClick(place, Qt::Key_Return);
    QTRY_VERIFY(open.shows(QStringLiteral("no address, register, module or function")));
}

void TestLowLevel::memoryFollowsPointers()
{
    OpenDock open(kSample, "dock.memory");
    FrameMemory& memory = open.session->memory();
    QTRY_VERIFY(memory.placeRow() >= 0);
    RowView& rows = open.rows("memory.rows");
    const auto& all = memory.rows().allRows();
    QVERIFY(all.at(memory.placeRow()).meaning.startsWith(QStringLiteral("rsp")));
    const auto pointer = std::ranges::find_if(all, [](const MemoryRow& row) {
        return row.meaning.contains(QStringLiteral("scene::Scene::relayout"));
    });
    QVERIFY(pointer != all.end());
    const quint64 target = pointer->target;
    rows.setFocus();
    rows.setCurrentIndex(memory.rows().index(int(pointer - all.begin()), 0));
    QTest::keyClick(&rows, Qt::Key_Return);
    QTRY_COMPARE(memory.rows().rowAt(rows.currentIndex().row())->address, target & ~quint64(7));
    QVERIFY(!memory.rows().rowAt(rows.currentIndex().row())->isAbsent);
    QTest::keyClick(&rows, Qt::Key_Left, Qt::AltModifier);
    QTRY_VERIFY(!memory.isElsewhere());
    memory.setWords(MemoryWords::Bytes);
    const QString words = memory.rows().allRows().at(memory.placeRow()).words;
    QCOMPARE(words.count(u' '), 15);
}

void TestLowLevel::memoryGoesOnAtItsEnds()
{
    OpenDock open(kSample, "dock.memory");
    FrameMemory& memory = open.session->memory();
    QTRY_VERIFY(memory.placeRow() >= 0);
    memory.go(QStringLiteral("0"));
    QTRY_COMPARE(memory.placeRow(), 0);
    QVERIFY(memory.rows().rowAt(0)->isAbsent);
    RowView& rows = open.rows("memory.rows");
    rows.setFocus();
    QTest::keyClick(&rows, Qt::Key_End);
    const quint64 last = memory.rows().rowAt(rows.currentIndex().row())->address;
    QTest::keyClick(&rows, Qt::Key_Down);
    QTRY_VERIFY(memory.rows().allRows().last().address > last);
    QCOMPARE(memory.rows().rowAt(rows.currentIndex().row())->address, last);
}

void TestLowLevel::mapLeadsToMemory()
{
    OpenDock open(kSample, "dock.memmap");
    RegionModel& regions = open.session->memory().regions();
    QTRY_VERIFY(regions.rowCount() > 0);
    const auto& all = regions.allRows();
    const auto scene = std::ranges::find_if(
        all, [](const RegionRow& row) { return row.owner == QLatin1String("libscene.so"); });
    QVERIFY(scene != all.end());
    const quint64 address = scene->address;
    RowView& rows = open.rows("regions.rows");
    rows.setFocus();
    rows.setCurrentIndex(regions.index(int(scene - all.begin()), 0));
    QTest::keyClick(&rows, Qt::Key_Return);
    FrameMemory& memory = open.session->memory();
    QTRY_VERIFY(memory.placeRow() >= 0 &&
                memory.rows().rowAt(memory.placeRow())->address == address);
    QVERIFY(
        open.workbench.window.reportPage().workspace().isInFront(QStringLiteral("dock.memory")));
}

QTEST_MAIN(TestLowLevel)

#include "tst_low_level.moc"
