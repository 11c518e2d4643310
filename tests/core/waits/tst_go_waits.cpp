// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/text/native_text.h"
#include "core/waits/wait_analyzer.h"

#include <QTest>

using namespace faultline;

namespace {

std::shared_ptr<const WaitGraph> waitsOf(const QByteArray& trace)
{
    auto report = std::make_shared<Report>();
    report->event =
        nativetext::readTraceOf(nativetext::kGoForm, ByteView::fromString(trace.toStdString()), {})
            .value_or(nullptr);
    return waits::withWaits(report)->waits;
}

QByteArray goroutine(int number, const char* state)
{
    return "goroutine " + QByteArray::number(number) + " [" + state +
           "]:\nmain.work(0x1)\n\t/src/main.go:12 +0x1b\n\n";
}

} // namespace

/// What goroutines wait for in traces of Go.
class TestGoWaits : public QObject
{
    Q_OBJECT

private slots:
    void states_data();
    void states();
    void nobodyHoldsAnything();
    void otherTracesHaveNone();
};

void TestGoWaits::states_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<WaitState>("state");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char* text, WaitState state, const char* kind) {
        QTest::newRow(text) << QByteArray(text) << state << QByteArray(kind);
    };
    row("running", WaitState::Running, "");
    row("runnable (scan)", WaitState::Running, "");
    row("syscall, locked to thread", WaitState::InSystem, "");
    row("sleep", WaitState::Sleeping, "");
    row("IO wait, 3 minutes", WaitState::InInput, "");
    row("chan receive, 12 minutes", WaitState::Waiting, "channel");
    row("chan send (nil chan)", WaitState::Waiting, "channel");
    row("chan receive (durable), synctest bubble 1", WaitState::Waiting, "channel");
    row("select (no cases)", WaitState::Waiting, "");
    row("semacquire", WaitState::Waiting, "semaphore");
    row("sync.Mutex.Lock", WaitState::Waiting, "mutex");
    row("sync.RWMutex.RLock", WaitState::Waiting, "reader_writer_lock");
    row("sync.Cond.Wait", WaitState::Waiting, "condition");
    row("a reason of next year", WaitState::Waiting, "");
    row("", WaitState::Waiting, "");
}

void TestGoWaits::states()
{
    QFETCH(QByteArray, text);
    QFETCH(WaitState, state);
    QFETCH(QByteArray, kind);
    const auto graph = waitsOf("panic: no\n\n" + goroutine(1, "running") + goroutine(7, text));
    QVERIFY(graph);
    QCOMPARE(graph->threads.size(), std::size_t(2));
    const auto& wait = graph->threads[1];
    QCOMPARE(wait.thread, 1u);
    QVERIFY(wait.state == state);
    QCOMPARE(wait.object.has_value(), !kind.isEmpty());
    if (wait.object)
        QCOMPARE(QByteArray(waitObjectKindName(graph->objects[*wait.object].kind).data()), kind);
}

void TestGoWaits::nobodyHoldsAnything()
{
    const auto graph = waitsOf("fatal error: all goroutines are asleep - deadlock!\n\n" +
                               goroutine(1, "sync.Mutex.Lock") + goroutine(2, "sync.Mutex.Lock") +
                               goroutine(3, "chan receive"));
    QVERIFY(graph);
    QVERIFY(graph->findings.empty());
    for (const auto& object : graph->objects) {
        QVERIFY(object.ownerState == OwnerState::NotRecorded);
        QVERIFY(!object.owner && !object.guessedOwner);
    }
}

void TestGoWaits::otherTracesHaveNone()
{
    Event event;
    event.kind = EventKind::NativeText;
    event.threads.emplace_back().name = "goroutine 1";
    event.threads.emplace_back().name = "worker [idle]";
    event.threads.emplace_back();
    auto report = std::make_shared<Report>();
    report->event = std::make_shared<const Event>(event);
    QVERIFY(!waits::withWaits(report)->waits);
}

QTEST_GUILESS_MAIN(TestGoWaits)

#include "tst_go_waits.moc"
