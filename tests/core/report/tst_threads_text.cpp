// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/cause.h"
#include "core/model/report.h"
#include "core/report/insight_text.h"
#include "core/report/text_report.h"
#include "core/report/threads_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace faultline;
using namespace faultline::report;

namespace {

std::shared_ptr<ThreadStack> stackOf(std::uint32_t thread,
                                     const std::vector<std::string>& functions)
{
    auto stack = std::make_shared<ThreadStack>();
    stack->thread = thread;
    for (const auto& function : functions) {
        Frame frame;
        frame.originalIndex = static_cast<std::uint32_t>(stack->frames.size());
        frame.position.function = function;
        frame.status = FrameStatus::Symbolicated;
        stack->frames.push_back(std::move(frame));
    }
    return stack;
}

WaitObject lockOf(std::uint64_t address, std::uint32_t owner)
{
    WaitObject object;
    object.kind = WaitObjectKind::Mutex;
    object.address = address;
    object.ownerState = OwnerState::Thread;
    object.owner = owner;
    object.evidence = {{address + 8, 11u + owner, 4, "__owner"}};
    return object;
}

ThreadWait waitFor(std::uint32_t thread, std::optional<std::uint32_t> object)
{
    ThreadWait wait;
    wait.thread = thread;
    wait.state = object ? WaitState::Waiting : WaitState::InInput;
    wait.call = object ? "futex" : "poll";
    wait.object = object;
    return wait;
}

std::shared_ptr<const insight::TextPattern> patternOf(const char* text)
{
    auto pattern = insight::TextPattern::compile({.text = text});
    return pattern ? std::make_shared<const insight::TextPattern>(*std::move(pattern)) : nullptr;
}

/// Two threads that wait for each other, and two of a pool that read.
Report hung()
{
    auto event = std::make_shared<Event>();
    for (const char* name : {"main", "worker\x1b-1", "pool-1", "pool-2"}) {
        EventThread thread;
        thread.id = 11 + event->threads.size();
        thread.name = name;
        event->threads.push_back(std::move(thread));
    }
    event->threads[2].userTime = 12'340'000;
    event->threads[2].kernelTime = 10'000;
    Report report;
    report.event = event;
    report.stacks = {stackOf(0, {"lock", "save(int)", "main"}), stackOf(1, {"lock", "load", "run"}),
                     stackOf(2, {"poll", "serve"}), stackOf(3, {"poll", "serve"})};
    auto graph = std::make_shared<WaitGraph>();
    graph->threads = {waitFor(0, 0), waitFor(1, 1), waitFor(2, {}), waitFor(3, {})};
    graph->objects = {lockOf(0x1000, 1), lockOf(0x2000, 0)};
    graph->findings = {{WaitFindingKind::Deadlock, {0, 1}, {0, 1}}};
    report.waits = graph;
    return report;
}

QStringList linesOf(const std::string& text)
{
    return QString::fromStdString(text).trimmed().split('\n');
}

} // namespace

class TestThreadsText : public QObject
{
    Q_OBJECT

private slots:
    void listHasStatesAndFunctions();
    void equalStacksAreOneBlock();
    void groupsHaveTheirNames();
    void unknownStatesAreOneGroup();
    void findShowsOnlyWhatFits();
    void waitsRestOnTheirWords();
    void wordsOfHandlesHaveNoAddress();
    void jsonHasTheSame();
    void causeNamesTheThreads_data();
    void causeNamesTheThreads();
    void crashesKeepTheirCause();
};

void TestThreadsText::listHasStatesAndFunctions()
{
    QCOMPARE(linesOf(renderThreadsText(hung(), {})),
             (QStringList{
                 "#0 11 main: waiting for mutex 0x1000, held by #1 12 worker\\x1b-1 (futex)",
                 "    lock ← save ← main",
                 "#1 12 worker\\x1b-1: waiting for mutex 0x2000, held by #0 11 main (futex)",
                 "    lock ← load ← run",
                 "#2 13 pool-1: waiting for input or output (poll)",
                 "    user time 1.234 s, kernel time 0.001 s",
                 "    poll ← serve",
                 "#3 14 pool-2: waiting for input or output (poll)",
                 "    poll ← serve",
             }));
}

void TestThreadsText::equalStacksAreOneBlock()
{
    const auto lines =
        linesOf(renderThreadsText(hung(), {.group = insight::ThreadGrouping::Stack}));
    QCOMPARE(lines.value(0), "2 threads with this stack: #2 13 pool-1, #3 14 pool-2");
    QCOMPARE(lines.filter("with this stack").size(), 3);
    QCOMPARE(lines.filter("serve").size(), 1);
}

void TestThreadsText::groupsHaveTheirNames()
{
    const auto states =
        linesOf(renderThreadsText(hung(), {.group = insight::ThreadGrouping::State}));
    QVERIFY(states.contains("2 threads: waiting for mutex"));
    QVERIFY(states.contains("2 threads: waiting for input or output"));
    const auto names = linesOf(renderThreadsText(hung(), {.group = insight::ThreadGrouping::Name}));
    QVERIFY(names.contains("2 threads: pool"));
    QVERIFY(names.contains("1 thread: main"));
}

void TestThreadsText::unknownStatesAreOneGroup()
{
    auto report = hung();
    auto graph = std::make_shared<WaitGraph>(*report.waits);
    graph->threads.erase(graph->threads.begin() + 2); // Nothing is known of this one.
    graph->threads.back().state = WaitState::Unknown;
    report.waits = graph;
    const auto lines =
        linesOf(renderThreadsText(report, {.group = insight::ThreadGrouping::State}));
    QVERIFY2(lines.contains("2 threads: unknown state"), qPrintable(lines.join('\n')));
}

void TestThreadsText::findShowsOnlyWhatFits()
{
    const auto lines = linesOf(renderThreadsText(hung(), {.find = patternOf("SERVE")}));
    QCOMPARE(lines.filter("pool-").size(), 2);
    QVERIFY(lines.filter("main").isEmpty());
    QCOMPARE(lines.last(), "2 frames in 2 threads");
    QCOMPARE(linesOf(renderThreadsText(hung(), {.find = patternOf("nowhere")})),
             QStringList{"0 frames in 0 threads"});
}

void TestThreadsText::waitsRestOnTheirWords()
{
    const auto lines = linesOf(renderThreadsText(hung(), {.waits = true}));
    QVERIFY(lines.contains("Deadlock: #0 11 main, #1 12 worker\\x1b-1 wait for each other"));
    QVERIFY(lines.contains("  #0 11 main waits for mutex 0x1000, held by #1 12 worker\\x1b-1"));
    QVERIFY(lines.contains("  __owner at 0x1008 is 12"));
    auto report = hung();
    report.waits = nullptr;
    QVERIFY(linesOf(renderThreadsText(report, {.waits = true}))
                .last()
                .startsWith("The file does not tell"));
    auto free = std::make_shared<WaitGraph>();
    report.waits = free;
    QCOMPARE(linesOf(renderThreadsText(report, {.waits = true})).last(), "No deadlock found.");
}

void TestThreadsText::wordsOfHandlesHaveNoAddress()
{
    auto report = hung();
    auto event = std::make_shared<Event>(*report.event);
    event->system.os = OsFamily::Windows;
    report.event = event;
    auto graph = std::make_shared<WaitGraph>(*report.waits);
    auto& object = graph->objects[0];
    object.kind = WaitObjectKind::KernelMutex;
    object.address.reset();
    object.handle = 0x1a4;
    object.evidence = {{0, 12, 8, "UniqueThread", EvidencePlace::HandleList},
                       {0, 0x1a4, 8, "rcx", EvidencePlace::Register}};
    report.waits = graph;
    const auto lines = linesOf(renderThreadsText(report, {.waits = true}));
    QVERIFY(lines.contains("kernel mutex 0x1a4, held by #1 12 worker\\x1b-1"));
    QVERIFY(lines.contains("  UniqueThread in the list of handles is 12"));
    QVERIFY(lines.contains("  register rcx is 420"));
    const auto json = QJsonDocument::fromJson(
        QByteArray::fromStdString(renderThreadsJson(report, {.waits = true})));
    const auto words = json["waits"]["objects"].toArray()[0].toObject()["evidence"].toArray();
    QVERIFY(!words[0].toObject().contains("address"));
    QCOMPARE(words[0].toObject()["place"].toString(), "handle_list");
    QCOMPARE(words[1].toObject()["place"].toString(), "register");
}

void TestThreadsText::jsonHasTheSame()
{
    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(renderThreadsJson(
        hung(),
        {.group = insight::ThreadGrouping::State, .waits = true, .find = patternOf("lock")})));
    const auto threads = json["threads"].toArray();
    QCOMPARE(threads.size(), 2);
    QCOMPARE(threads[0].toObject()["state"].toString(), "waiting");
    QCOMPARE(threads[0].toObject()["functions"].toArray()[0].toString(), "lock");
    QCOMPARE(json["groups"].toArray().size(), 1);
    QCOMPARE(json["groups"].toArray()[0].toObject()["object_kind"].toString(), "mutex");
    QCOMPARE(json["found"].toArray().size(), 2);
    QCOMPARE(json["waits"]["findings"].toArray()[0].toObject()["kind"].toString(), "deadlock");
}

void TestThreadsText::causeNamesTheThreads_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QList<std::uint32_t>>("threads");
    QTest::addColumn<QString>("words");
    const auto add = [](const char* name, WaitFindingKind kind, const QList<std::uint32_t>& threads,
                        const char* words) {
        QTest::newRow(name) << int(kind) << threads << QString(words);
    };
    add("two", WaitFindingKind::Deadlock, {0, 2}, "Deadlock: main and pool-1 wait for each other");
    add("three", WaitFindingKind::Deadlock, {0, 2, 3},
        "Deadlock: main, pool-1 and pool-2 wait for each other");
    add("many", WaitFindingKind::Deadlock, {0, 2, 3, 0, 2},
        "Deadlock: main, pool-1, pool-2 and 2 more wait for each other");
    add("itself", WaitFindingKind::SelfDeadlock, {3},
        "Deadlock: pool-2 waits for a lock that it holds");
    add("guessed", WaitFindingKind::PossibleDeadlock, {0, 2},
        "Possible deadlock: main and pool-1 may wait for each other");
    add("gone", WaitFindingKind::HeldByGoneThread, {0, 2},
        "Waits for a lock of a thread that has ended: main and pool-1");
    add("convoys explain no hang", WaitFindingKind::Convoy, {0, 2}, "Snapshot, no crash");
}

void TestThreadsText::causeNamesTheThreads()
{
    QFETCH(int, kind);
    QFETCH(QList<std::uint32_t>, threads);
    QFETCH(QString, words);
    auto report = hung();
    auto graph = std::make_shared<WaitGraph>(*report.waits);
    graph->findings = {{static_cast<WaitFindingKind>(kind), {threads.begin(), threads.end()}, {0}}};
    report.waits = graph;
    QCOMPARE(QString::fromStdString(causeWords(insight::causeOf(report))), words);
    const auto text = QString::fromStdString(renderText(report, {}));
    QCOMPARE(text.contains("Cause: " + words), words != "Snapshot, no crash");
}

void TestThreadsText::crashesKeepTheirCause()
{
    auto report = hung();
    auto event = std::make_shared<Event>(*report.event);
    event->crash.present = true;
    event->crash.reason = "SIGSEGV / SEGV_MAPERR";
    report.event = event;
    QVERIFY(insight::causeOf(report).code != insight::CauseCode::Deadlock);
    // Who finds that a program hangs ends it.
    event->crash.reason = "SIGABRT / SI_USER";
    QCOMPARE(insight::causeOf(report).code, insight::CauseCode::Deadlock);
}

QTEST_GUILESS_MAIN(TestThreadsText)
#include "tst_threads_text.moc"
