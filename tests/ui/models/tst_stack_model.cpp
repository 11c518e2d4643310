// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace faultline::ui;

namespace {

std::shared_ptr<const FrameRow>
frame(quint32 index, quint32 depth, bool inApp, bool guessed = false)
{
    auto row = std::make_shared<FrameRow>();
    row->frameKey = {index, depth};
    row->isInApp = inApp;
    row->isGuessed = guessed;
    row->hasFunction = true;
    row->address = 0x1000 + index;
    row->function = QStringLiteral("f%1").arg(index);
    row->module = inApp ? QStringLiteral("app") : QStringLiteral("libc.so.6");
    row->moduleOffset = row->module + QStringLiteral("+0x%1").arg(index, 0, 16);
    row->location = row->moduleOffset;
    return row;
}

FrameRows deepStack()
{
    FrameRows frames{frame(0, 1, true), frame(0, 0, true)};
    for (quint32 i = 1; i < 7; ++i)
        frames.append(frame(i, 0, false));
    frames.append(frame(7, 0, true));
    return frames;
}

QStringList functions(const StackModel& model)
{
    QStringList rows;
    for (int i = 0; i < model.rowCount(); ++i) {
        const FrameRow* row = model.frameAt(i);
        rows.append(row ? row->function : model.index(i, 0).data().toString());
    }
    return rows;
}

} // namespace

class TestStackModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void relevantModeFoldsLongSystemRuns();
    void unfoldingShowsTheRun();
    void framesAboveTheFirstInAppFrameStay();
    void withoutInAppFramesNothingFolds();
    void bannerStandsAboveTheFirstGuess();
    void bannerCannotBeSelected();
    void rawModeDropsInlineRowsAndNames();
    void rawModeShowsObfuscatedNames();
    void meaningsOpenAndClose();
    void oldestFirstReverses();
    void updateKeepsRowsAndInsertsInlineOnes();
    void rowOfFallsBackToThePhysicalFrame();
    void rowOfFindsEveryFrame_data();
    void rowOfFindsEveryFrame();
    void recursionFoldsAndUnfolds_data();
    void recursionFoldsAndUnfolds();
    void endStandsBehindTheLastFrame_data();
    void endStandsBehindTheLastFrame();
};

void TestStackModel::relevantModeFoldsLongSystemRuns()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames(deepStack());
    QCOMPARE(functions(model), (QStringList{"f0", "f0", "6 more frame(s)", "f7"}));
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::NewestFirst});
    QCOMPARE(model.rowCount(), 9);
}

void TestStackModel::unfoldingShowsTheRun()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames(deepStack());
    model.unfold(1);
    QCOMPARE(model.rowCount(), 9);
}

void TestStackModel::framesAboveTheFirstInAppFrameStay()
{
    StackModel model;
    FrameRows frames;
    for (quint32 i = 0; i < 5; ++i)
        frames.append(frame(i, 0, false));
    frames.append(frame(5, 0, true));
    model.setFrames(frames);
    QCOMPARE(model.rowCount(), 6);
}

void TestStackModel::withoutInAppFramesNothingFolds()
{
    StackModel model;
    FrameRows frames;
    for (quint32 i = 0; i < 9; ++i)
        frames.append(frame(i, 0, false));
    model.setFrames(frames);
    QCOMPARE(model.rowCount(), 9);
    QVERIFY(!relevanceNote(frames).isEmpty());
}

void TestStackModel::bannerStandsAboveTheFirstGuess()
{
    StackModel model;
    model.setFrames(
        {frame(0, 0, true), frame(1, 0, true, true), frame(2, 0, true, true), frame(3, 0, true)});
    QCOMPARE(functions(model).at(1),
             QStringLiteral("Frames 1–2 were found by scanning the stack: app has no usable unwind "
                            "information here. Some may be wrong."));
    QCOMPARE(model.rowCount(), 5);
}

void TestStackModel::bannerCannotBeSelected()
{
    StackModel model;
    model.setFrames({frame(0, 0, true), frame(1, 0, true, true)});
    QVERIFY(!(model.flags(model.index(1, 0)) & Qt::ItemIsSelectable));
    QVERIFY(model.flags(model.index(2, 0)) & Qt::ItemIsSelectable);
}

void TestStackModel::rawModeDropsInlineRowsAndNames()
{
    StackModel model;
    model.setFrames(deepStack());
    model.setOptions({StackOptions::Mode::Raw, StackOptions::Order::NewestFirst});
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(model.frameAt(0)->function, QStringLiteral("0x0000000000001000"));
    QCOMPARE(model.frameAt(0)->location, QStringLiteral("app+0x0"));
}

void TestStackModel::rawModeShowsObfuscatedNames()
{
    StackModel model;
    auto row = std::make_shared<FrameRow>(*frame(0, 0, true));
    row->hasAddress = false;
    row->mangled = QStringLiteral("a.b.c(SourceFile:1)");
    model.setFrames({row});
    model.setOptions({StackOptions::Mode::Raw, StackOptions::Order::NewestFirst});
    QCOMPARE(functions(model), QStringList({"a.b.c(SourceFile:1)"}));
    QCOMPARE(model.index(0, StackModel::AddressColumn).data().toString(), QString());
}

void TestStackModel::meaningsOpenAndClose()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto row = std::make_shared<FrameRow>(*frame(0, 0, true));
    row->meanings = {QStringLiteral("x.A.f [A.kt:1]"), QStringLiteral("x.A.g [A.kt:9]")};
    model.setFrames({row, frame(1, 0, true)});
    QCOMPARE(model.rowCount(), 2);
    model.toggle(0);
    QCOMPARE(functions(model),
             QStringList({"f0", "possibly x.A.f [A.kt:1]", "possibly x.A.g [A.kt:9]", "f1"}));
    QCOMPARE(model.rowOf({1, 0}), std::optional<int>(3));
    QVERIFY(!model.frameAt(1));
    QVERIFY(!model.flags(model.index(1, 0)).testFlag(Qt::ItemIsSelectable));
    model.toggle(0);
    QCOMPARE(model.rowCount(), 2);
}

void TestStackModel::oldestFirstReverses()
{
    StackModel model;
    model.setFrames(deepStack());
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::OldestFirst});
    QCOMPARE(model.frameAt(0)->frameKey.physicalIndex, 7u);
    QVERIFY(model.frameAt(8)->isInline());
}

void TestStackModel::updateKeepsRowsAndInsertsInlineOnes()
{
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFrames({frame(0, 0, true), frame(1, 0, true)});
    const QPersistentModelIndex physical = model.index(0, StackModel::FunctionColumn);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
    model.setFrames({frame(0, 2, true), frame(0, 1, true), frame(0, 0, true), frame(1, 0, true)});
    QCOMPARE(resets.size(), 0);
    QCOMPARE(inserts.size(), 1);
    QCOMPARE(physical.row(), 2);
}

void TestStackModel::rowOfFallsBackToThePhysicalFrame()
{
    StackModel model;
    model.setFrames(deepStack());
    QCOMPARE(model.rowOf({0, 1}), std::optional(0));
    model.setOptions({StackOptions::Mode::Raw, StackOptions::Order::NewestFirst});
    QCOMPARE(model.rowOf({0, 1}), std::optional(0));
    QCOMPARE(model.rowOf({99, 0}), std::optional<int>());
}

void TestStackModel::endStandsBehindTheLastFrame_data()
{
    QTest::addColumn<bool>("isEarly");
    QTest::addColumn<int>("kind");
    QTest::newRow("at the true end") << false << int(StackEntry::Kind::End);
    QTest::newRow("too early") << true << int(StackEntry::Kind::EarlyEnd);
}

void TestStackModel::endStandsBehindTheLastFrame()
{
    QFETCH(bool, isEarly);
    StackModel model;
    model.setFrames({frame(0, 0, true), frame(1, 0, true)}, {QStringLiteral("here"), isEarly});
    QCOMPARE(functions(model), (QStringList{"f0", "f1", "here"}));
    const QModelIndex end = model.index(2, 0);
    QTEST(end.data(KindRole).toInt(), "kind");
    QCOMPARE(end.data(Qt::AccessibleTextRole).toString(), QStringLiteral("here"));
    QCOMPARE(end.siblingAtColumn(StackModel::FunctionColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("here"));
    QVERIFY(!(model.flags(end) & Qt::ItemIsSelectable));
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::OldestFirst});
    QCOMPARE(functions(model), (QStringList{"here", "f1", "f0"}));
    model.setFrames({}, {QStringLiteral("here"), isEarly});
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.end().text, QStringLiteral("here"));
}

void TestStackModel::rowOfFindsEveryFrame_data()
{
    QTest::addColumn<int>("order");
    QTest::newRow("newest first") << int(StackOptions::Order::NewestFirst);
    QTest::newRow("oldest first") << int(StackOptions::Order::OldestFirst);
}

void TestStackModel::rowOfFindsEveryFrame()
{
    QFETCH(int, order);
    StackModel model;
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order(order)});
    FrameRows frames = deepStack();
    frames.append({frame(8, 2, false, true), frame(8, 1, false, true), frame(8, 0, false, true)});
    model.setFrames(frames, {QStringLiteral("the end"), true});
    for (const auto& each : std::as_const(frames)) {
        const auto row = model.rowOf(each->frameKey);
        QVERIFY(row);
        QCOMPARE(model.frameAt(*row)->frameKey, each->frameKey);
    }
    QVERIFY(!model.rowOf({9, 0}));
}

void TestStackModel::recursionFoldsAndUnfolds_data()
{
    QTest::addColumn<int>("cycle");
    QTest::addColumn<int>("turns");
    QTest::addColumn<QString>("fold");
    QTest::newRow("one function") << 1 << 104 << "f0 ×104, show";
    QTest::newRow("two functions in turn") << 2 << 20 << "f0 ×20, show";
    QTest::newRow("too short") << 1 << 7 << QString();
}

void TestStackModel::recursionFoldsAndUnfolds()
{
    QFETCH(int, cycle);
    QFETCH(int, turns);
    QFETCH(QString, fold);
    FrameRows frames;
    const auto add = [&frames](const QString& function) {
        auto row = std::make_shared<FrameRow>(*frame(quint32(frames.size()), 0, true));
        row->function = function;
        frames.append(row);
    };
    add(QStringLiteral("top"));
    for (int i = 0; i < cycle * turns; ++i)
        add(QStringLiteral("f%1").arg(i % cycle));
    add(QStringLiteral("main"));
    StackModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setOptions({StackOptions::Mode::Full, StackOptions::Order::NewestFirst});
    model.setFrames(frames);
    if (!fold.isEmpty()) {
        QCOMPARE(functions(model), QStringList({"top", fold, "main"}));
        model.unfold(1);
    }
    QCOMPARE(model.rowCount(), frames.size());
}

QTEST_GUILESS_MAIN(TestStackModel)
#include "tst_stack_model.moc"
