// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/roles.h"
#include "ui/models/thread_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace faultline::ui;

namespace {

ThreadRow thread(int index, ThreadPlace place, const char* name, const char* stack)
{
    ThreadRow row;
    row.index = index;
    row.isLeading = index == 0;
    row.name = QLatin1String(name);
    row.pattern =
        row.name.startsWith(QLatin1String("worker")) ? QStringLiteral("worker-#") : QString();
    row.topFunction = QLatin1String(stack);
    row.stackKey = QLatin1String(stack);
    row.place = place;
    return row;
}

QList<ThreadRow> hang()
{
    return {thread(0, ThreadPlace::InDeadlock, "main", "drop"),
            thread(1, ThreadPlace::Waiting, "worker-1", "pop"),
            thread(2, ThreadPlace::Waiting, "worker-2", "pop"),
            thread(3, ThreadPlace::InDeadlock, "worker-3", "replace"),
            thread(4, ThreadPlace::PerhapsBehind, "gpu", "acquire"),
            thread(5, ThreadPlace::Running, "worker-5", "decode")};
}

QStringList titles(const ThreadModel& model)
{
    QStringList rows;
    for (int i = 0; i < model.rowCount(); ++i) {
        const bool isHead = model.rowAt(i)->isHead;
        const int column = isHead ? ThreadModel::MarkColumn : ThreadModel::NameColumn;
        rows.append((isHead ? QStringLiteral("[%1]") : QStringLiteral("%1"))
                        .arg(model.index(i, column).data().toString()));
    }
    return rows;
}

} // namespace

class TestThreadGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHangIsGroupedByState();
    void aCrashIsOneList();
    void closedGroupsStandForTheirThreads();
    void otherGroupings();
    void redAreOnlyThreadsOfTheDeadlock();
    void headsSayWhatTheyAre();
    void steppingPassesHeads();
};

void TestThreadGroups::aHangIsGroupedByState()
{
    ThreadModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setThreads(hang());
    QVERIFY(model.grouping() == ThreadGrouping::State);
    QCOMPARE(titles(model),
             (QStringList{"[In the deadlock]", "main", "worker-3", "[Perhaps behind it]", "gpu",
                          "[Waiting]", "2 × worker-#", "[Running]", "worker-5"}));
    QCOMPARE(model.index(0, ThreadModel::NumberColumn).data().toInt(), 2);
    QVERIFY(model.canUnfold());
    model.toggleGroup(1);
    QCOMPARE(model.rowCount(), 10);
}

void TestThreadGroups::aCrashIsOneList()
{
    auto rows = hang();
    rows[0].isCrashed = true;
    ThreadModel model;
    model.setThreads(rows);
    QVERIFY(model.grouping() == ThreadGrouping::Number);
    QCOMPARE(titles(model).first(), QStringLiteral("main"));
    for (ThreadRow& row : rows) {
        row.place = ThreadPlace::Unknown;
        row.isCrashed = false;
    }
    model.setThreads(rows);
    QVERIFY(!model.hasStates());
    QVERIFY(model.grouping() == ThreadGrouping::Number);
}

void TestThreadGroups::closedGroupsStandForTheirThreads()
{
    ThreadModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setThreads(hang());
    QCOMPARE(model.rowOf(3), std::optional(2));
    QCOMPARE(model.rowOf(2), std::optional(6)); // The row of equal stacks.
    model.toggleHead(0);
    QCOMPARE(titles(model).at(1), QStringLiteral("[Perhaps behind it]"));
    QCOMPARE(model.rowOf(3), std::optional(0));
    QVERIFY(Group(model.index(0, 0).data(GroupRole).toInt()) == Group::Folded);
    model.toggleHead(0);
    QCOMPARE(model.rowOf(3), std::optional(2));
    model.toggleHead(1); // A thread heads nothing.
    QCOMPARE(model.rowCount(), 9);
}

void TestThreadGroups::otherGroupings()
{
    ThreadModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setThreads(hang());
    model.setGrouping(ThreadGrouping::Name);
    QCOMPARE(titles(model), (QStringList{"[worker-#]", "2 × worker-#", "worker-3", "worker-5",
                                         "[Without a name]", "main", "gpu"}));
    model.setGrouping(ThreadGrouping::Stack);
    QCOMPARE(titles(model).first(3), (QStringList{"[pop]", "worker-1", "worker-2"}));
    QCOMPARE(model.rowCount(), 11);
    model.setGrouping(ThreadGrouping::Number);
    QCOMPARE(model.rowCount(), 5);
    model.setFolding(false);
    QCOMPARE(model.rowCount(), 6);
}

void TestThreadGroups::redAreOnlyThreadsOfTheDeadlock()
{
    ThreadModel model;
    model.setThreads(hang());
    QList<int> red;
    for (int i = 0; i < model.rowCount(); ++i) {
        const auto mark = Mark(model.index(i, ThreadModel::MarkColumn).data(MarkRole).toInt());
        if (mark == Mark::CrashThread)
            red.append(model.rowAt(i)->thread.index);
    }
    QCOMPARE(red, (QList<int>{0, 3}));
}

void TestThreadGroups::headsSayWhatTheyAre()
{
    ThreadModel model;
    model.setThreads(hang());
    QCOMPARE(model.index(3, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Perhaps behind it, a guess, 1 thread(s), open"));
    QVERIFY(model.index(3, 0).data(GuessRole).toBool());
    QVERIFY(!model.index(0, 0).data(GuessRole).toBool());
    QCOMPARE(model.index(0, 0).data(IdRole).toInt(), -1);
}

void TestThreadGroups::steppingPassesHeads()
{
    ThreadModel model;
    model.setThreads(hang());
    QCOMPARE(model.threadBeside(2, 1), std::optional(4));
    QCOMPARE(model.threadBeside(4, -1), std::optional(3));
    QCOMPARE(model.threadBeside(1, -1), std::nullopt);
}

QTEST_GUILESS_MAIN(TestThreadGroups)

#include "tst_thread_groups.moc"
