// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/jvm_crash.h"

#include <QTest>

using namespace faultline;

/// Who waits for whom in thread dumps.
class TestLockGraph : public QObject
{
    Q_OBJECT

private slots:
    void facts_data();
    void facts();
};

namespace {

QByteArray threadOf(const char* name, const QByteArray& locks)
{
    return QByteArray("\"") + name + "\" prio=5 tid=1 Blocked\n  at a.b.m(F:1)\n" + locks + "\n";
}

} // namespace

void TestLockGraph::facts_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<QStringList>("facts");
    const QByteArray waits1("  - waiting to lock <0x1> (a a.c) held by thread 2\n");
    const QByteArray waits2("  - waiting to lock <0x2> (a a.c)\n");
    const QByteArray has1("  - locked <0x1> (a a.c)\n");
    const QByteArray has2("  - locked <0x2> (a a.c)\n");
    QTest::newRow("no locks") << threadOf("A", {}) + threadOf("B", {}) << QStringList();
    QTest::newRow("blocked") << threadOf("A", waits1) + threadOf("B", has1)
                             << QStringList{"blocked: \"A\" waits for <0x1> of \"B\""};
    QTest::newRow("nobody has it") << threadOf("A", waits1) + threadOf("B", has2) << QStringList();
    QTest::newRow("given up in wait()")
        << threadOf("A", waits1) + threadOf("B", "  - waiting on <0x1> (a a.c)\n" + has1)
        << QStringList();
    QTest::newRow("two in a circle")
        << threadOf("A", waits1 + has2) + threadOf("B", waits2 + has1)
        << QStringList{"blocked: \"A\" waits for <0x1> of \"B\"",
                       "deadlock: \"A\" waits for \"B\" waits for \"A\"",
                       "blocked: \"B\" waits for <0x2> of \"A\""};
    QTest::newRow("outside of the circle")
        << threadOf("C", waits1) + threadOf("A", waits1 + has2) + threadOf("B", waits2 + has1)
        << QStringList{"blocked: \"C\" waits for <0x1> of \"B\"",
                       "blocked: \"A\" waits for <0x1> of \"B\"",
                       "deadlock: \"A\" waits for \"B\" waits for \"A\"",
                       "blocked: \"B\" waits for <0x2> of \"A\""};
    QTest::newRow("its own") << threadOf("A", waits1 + has1) << QStringList();
    QTest::newRow("damaged address")
        << threadOf("A", "  - waiting to lock <0x1\n" + has1) << QStringList();
}

void TestLockGraph::facts()
{
    QFETCH(QByteArray, dump);
    QFETCH(QStringList, facts);
    const auto event = jvmtext::readJvmTextEvent(ByteView::fromString(dump.toStdString()), {});
    QVERIFY(event);
    QStringList told;
    for (const auto& [name, value] : (*event)->details) {
        if (name != "text")
            told.append(QString::fromStdString(concat(name, ": ", value)));
    }
    QCOMPARE(told, facts);
}

QTEST_GUILESS_MAIN(TestLockGraph)
#include "tst_lock_graph.moc"
