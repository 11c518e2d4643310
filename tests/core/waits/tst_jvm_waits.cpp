// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/waits/jvm_locks.h"
#include "core/waits/wait_analyzer.h"

#include <QTest>

using namespace faultline;

/// Who waits for whom in thread dumps of the JVM.
class TestJvmWaits : public QObject
{
    Q_OBJECT

private slots:
    void findings_data();
    void findings();
    void kindsOfObjects_data();
    void kindsOfObjects();
    void timedParksAreNoDeadlock();
    void aSingleExceptionHasNone();
    void namesAreRestored();
};

namespace {

EventPtr readDump(const QByteArray& dump)
{
    return jvmtext::readJvmTextEvent(ByteView::fromString(dump.toStdString()), {})
        .value_or(nullptr);
}

std::shared_ptr<const WaitGraph> waitsOf(const QByteArray& dump)
{
    auto report = std::make_shared<Report>();
    report->event = readDump(dump);
    return waits::withWaits(report)->waits;
}

QByteArray
threadOf(const char* name, const QByteArray& locks, const QByteArray& frame = "a.b.m(F:1)")
{
    return QByteArray("\"") + name + "\" prio=5 tid=1 Blocked\n  at " + frame + "\n" + locks + "\n";
}

/// "0 waits for 0x1 of 1", for each wait whose holder is recorded.
QStringList blockedIn(const WaitGraph& graph)
{
    QStringList told;
    for (const auto& wait : graph.threads) {
        if (!wait.object || !graph.objects[*wait.object].owner)
            continue;
        const auto& object = graph.objects[*wait.object];
        told.append(QStringLiteral("%1 waits for %2 of %3")
                        .arg(wait.thread)
                        .arg(*object.address)
                        .arg(*object.owner));
    }
    return told;
}

} // namespace

void TestJvmWaits::findings_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<QStringList>("blocked");
    QTest::addColumn<int>("deadlocked"); // Threads of the first deadlock.
    const QByteArray waits1("  - waiting to lock <0x1> (a a.c) held by thread 2\n");
    const QByteArray waits2("  - waiting to lock <0x2> (a a.c)\n");
    const QByteArray has1("  - locked <0x1> (a a.c)\n");
    const QByteArray has2("  - locked <0x2> (a a.c)\n");
    QTest::newRow("no locks") << threadOf("A", {}) + threadOf("B", {}) << QStringList() << 0;
    QTest::newRow("blocked") << threadOf("A", waits1) + threadOf("B", has1)
                             << QStringList{"0 waits for 1 of 1"} << 0;
    QTest::newRow("nobody has it")
        << threadOf("A", waits1) + threadOf("B", has2) << QStringList() << 0;
    QTest::newRow("given up in wait()")
        << threadOf("A", waits1) + threadOf("B", "  - waiting on <0x1> (a a.c)\n" + has1)
        << QStringList() << 0;
    QTest::newRow("notified, and another has it")
        << threadOf("A", "  - waiting to re-lock in wait() <0x1> (a a.c)\n" + has1) +
               threadOf("B", has1)
        << QStringList{"0 waits for 1 of 1"} << 0;
    QTest::newRow("wants to be notified by the one who has it")
        << threadOf("A", "  - waiting on <0x1> (a a.c)\n" + has1) + threadOf("B", waits1 + has2) +
               threadOf("C", has1 + waits2)
        << QStringList{"1 waits for 1 of 2", "2 waits for 2 of 1"} << 2;
    QTest::newRow("two in a circle")
        << threadOf("A", waits1 + has2) + threadOf("B", waits2 + has1)
        << QStringList{"0 waits for 1 of 1", "1 waits for 2 of 0"} << 2;
    QTest::newRow("outside of the circle")
        << threadOf("C", waits1) + threadOf("A", waits1 + has2) + threadOf("B", waits2 + has1)
        << QStringList{"0 waits for 1 of 2", "1 waits for 1 of 2", "2 waits for 2 of 1"} << 2;
    QTest::newRow("its own") << threadOf("A", waits1 + has1) << QStringList() << 0;
    QTest::newRow("damaged address")
        << threadOf("A", "  - waiting to lock <0x1\n" + has1) << QStringList() << 0;
}

void TestJvmWaits::findings()
{
    QFETCH(QByteArray, dump);
    QFETCH(QStringList, blocked);
    QFETCH(int, deadlocked);
    const auto graph = waitsOf(dump);
    QCOMPARE(graph ? blockedIn(*graph) : QStringList(), blocked);
    int threads = 0;
    for (const auto& finding : graph ? graph->findings : std::vector<WaitFinding>()) {
        QVERIFY(finding.kind != WaitFindingKind::SelfDeadlock);
        if (finding.kind == WaitFindingKind::Deadlock)
            threads = static_cast<int>(finding.threads.size());
    }
    QCOMPARE(threads, deadlocked);
}

void TestJvmWaits::kindsOfObjects_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* line, WaitObjectKind kind) {
        QTest::newRow(line) << QByteArray(line) << static_cast<int>(kind);
    };
    const char* const lock = "java.util.concurrent.locks.";
    row("- waiting to lock <0x1> (a a.c)", WaitObjectKind::Monitor);
    row("- waiting on <0x1> (a a.c)", WaitObjectKind::Condition);
    for (const auto& [type, kind] :
         {std::pair{"ReentrantLock$NonfairSync", WaitObjectKind::RecursiveMutex},
          std::pair{"ReentrantReadWriteLock$FairSync", WaitObjectKind::ReaderWriterLock},
          std::pair{"AbstractQueuedSynchronizer$ConditionObject", WaitObjectKind::Condition}})
        row(QByteArray("- parking to wait for  <0x1> (a ").append(lock).append(type).append(")"),
            kind);
    row("- parking to wait for  <0x1> (a java.util.concurrent.CountDownLatch$Sync)",
        WaitObjectKind::Unknown);
}

void TestJvmWaits::kindsOfObjects()
{
    QFETCH(QByteArray, line);
    QFETCH(int, kind);
    const auto graph = waitsOf(threadOf("A", "  " + line + "\n"));
    QVERIFY(graph);
    QCOMPARE(graph->objects.size(), std::size_t{1});
    QCOMPARE(static_cast<int>(graph->objects[0].kind), kind);
    QVERIFY(graph->objects[0].ownerState == OwnerState::NotRecorded);
    QVERIFY(graph->threads[0].state == WaitState::Waiting);
}

/// A wait that ends by itself is part of no circle.
void TestJvmWaits::timedParksAreNoDeadlock()
{
    const auto dumpWith = [](const char* park) {
        const auto parked = [&](const char* name, const QByteArray& wants, const QByteArray& has) {
            return threadOf(name,
                            "  - parking to wait for  <" + wants +
                                "> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)\n  at "
                                "java.util.concurrent.locks.LockSupport." +
                                park + "(LockSupport.java:1)\n  - <" + has +
                                "> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)\n",
                            "jdk.internal.misc.Unsafe.park(Native Method)");
        };
        return parked("A", "0x1", "0x2") + parked("B", "0x2", "0x1");
    };
    const auto endless = waitsOf(dumpWith("park"));
    QVERIFY(endless);
    QCOMPARE(endless->findings.size(), std::size_t{1});
    QVERIFY(endless->findings[0].kind == WaitFindingKind::Deadlock);
    const auto timed = waitsOf(dumpWith("parkNanos"));
    QVERIFY(timed);
    QVERIFY(timed->findings.empty());
}

void TestJvmWaits::aSingleExceptionHasNone()
{
    QVERIFY(!waitsOf("java.lang.IllegalStateException: x\n\tat a.b.m(F.java:1)\n"
                     "Caused by: java.lang.Error: y\n\tat a.c.m(F.java:2)\n"));
}

void TestJvmWaits::namesAreRestored()
{
    const auto event = readDump(threadOf("A", "  - waiting to lock <0x1> (a a.c)\n"));
    QVERIFY(event);
    const auto& jvm = std::get<JvmEvent>(event->detail);
    std::vector<std::string> restored;
    for (const auto& message : jvm.messages)
        restored.push_back(message.frame ? "- waiting to lock <0x1> (a com.acme.Gate)" : "");
    const auto graph = waits::findJvmWaits(jvm, restored);
    QVERIFY(graph);
    QCOMPARE(graph->objects.at(0).name, std::string("com.acme.Gate"));
}

QTEST_GUILESS_MAIN(TestJvmWaits)
#include "tst_jvm_waits.moc"
