// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/fake_report.h"
#include "ui/bridge/chain_rows.h"
#include "ui/bridge/lock_rows.h"
#include "ui/bridge/stack_graph_rows.h"
#include "ui/bridge/thread_rows.h"

#include <QTest>

using namespace faultline;
using namespace faultline::ui;
using namespace faultline::ui::test;

namespace {

ReportState hang()
{
    ReportState state;
    static_cast<Report&>(state) = *hangOfTheViewer("/x/hang.dmp", kFakeEvent).report.value;
    return state;
}

/// The state with another graph of waits.
ReportState with(const WaitGraph& graph)
{
    ReportState state = hang();
    state.waits = std::make_shared<WaitGraph>(graph);
    return state;
}

QString fact(const QList<DetailRow>& facts, const char* name)
{
    for (const DetailRow& row : facts) {
        if (row.name == QLatin1String(name))
            return row.value;
    }
    return {};
}

} // namespace

class TestWaitRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threadsKnowTheirPlace();
    void locksNameTheirHolders();
    void holdersThatNobodyKnowsHaveAReason_data();
    void holdersThatNobodyKnowsHaveAReason();
    void factsHaveTheEvidence();
    void theDeadlockIsACycleOfBoxes();
    void aGuessIsNoProof();
    void withoutACycleTheThreadsChainIsShown();
    void aLockOnItselfLeadsBack();
    void aLongChainIsCut();
    void reportsWithoutWaitsSayNothing();
    void stacksOfAllThreadsAreMerged();
    void callTreesKeepTheirWeights();
};

void TestWaitRows::threadsKnowTheirPlace()
{
    const auto rows = makeThreadRows(hang());
    QVERIFY(rows.at(0).place == ThreadPlace::InDeadlock);
    QVERIFY(rows.at(3).place == ThreadPlace::BehindDeadlock);
    QVERIFY(rows.at(10).place == ThreadPlace::PerhapsBehind);
    QVERIFY(rows.at(11).place == ThreadPlace::Sleeping);
    QVERIFY(rows.at(16).place == ThreadPlace::Unknown);
    QCOMPARE(rows.at(0).doing, QStringLiteral("mutex"));
    QCOMPARE(rows.at(1).doing, QStringLiteral("io_uring_enter"));
    QCOMPARE(rows.at(6).pattern, QStringLiteral("worker-#"));
    QVERIFY(rows.at(0).pattern.isEmpty());
    QVERIFY(rows.at(0).sentence.contains(QLatin1String("waits for mutex TileCache::m_mutex")));
}

void TestWaitRows::locksNameTheirHolders()
{
    const auto locks = makeLockRows(hang());
    QCOMPARE(locks.size(), 4);
    const LockRow& scene = locks.first();
    QCOMPARE(scene.name, QStringLiteral("Scene::m_lock"));
    QVERIFY(scene.isInDeadlock);
    QVERIFY(scene.holderKind == LockRow::Holder::Known);
    QCOMPARE(scene.holder, QStringLiteral("main"));
    QCOMPARE(scene.threads, (QList<int>{0, 3, 4, 6}));
    QCOMPARE(scene.words.size(), 2);
    QCOMPARE(scene.words.at(0).word, QStringLiteral("00000002"));
    QVERIFY(!scene.words.at(0).namesHolder);
    QCOMPARE(scene.words.at(1).meaning, QStringLiteral("__owner: main"));
    QVERIFY(scene.words.at(1).namesHolder);
    const auto guess = std::ranges::find(locks, LockRow::Holder::Guess, &LockRow::holderKind);
    QVERIFY(guess != locks.end());
    QCOMPARE(guess->holder, QStringLiteral("worker-1?"));
    QCOMPARE(guess->waiters, QStringLiteral("AudioOut"));
    QVERIFY(guess->name.startsWith(QLatin1String("0x")));
}

void TestWaitRows::holdersThatNobodyKnowsHaveAReason_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("holder");
    QTest::addColumn<int>("kind");
    const auto row = [](OwnerState state, const char* holder, LockRow::Holder kind) {
        QTest::newRow(holder) << int(state) << QString::fromLatin1(holder) << int(kind);
    };
    row(OwnerState::NotRecorded, "not recorded", LockRow::Holder::Missing);
    row(OwnerState::NoMemory, "not in dump", LockRow::Holder::Missing);
    row(OwnerState::Damaged, "damaged", LockRow::Holder::Missing);
    row(OwnerState::Nobody, "nobody", LockRow::Holder::Other);
    row(OwnerState::GoneThread, "ended thread 77", LockRow::Holder::Other);
    row(OwnerState::OtherProcess, "another process", LockRow::Holder::Other);
}

void TestWaitRows::holdersThatNobodyKnowsHaveAReason()
{
    QFETCH(int, state);
    QFETCH(QString, holder);
    QFETCH(int, kind);
    WaitGraph graph;
    graph.objects.resize(1);
    graph.objects[0].kind = WaitObjectKind::Mutex;
    graph.objects[0].ownerState = OwnerState(state);
    graph.objects[0].ownerId = 77;
    const auto locks = makeLockRows(with(graph));
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks.first().holder, holder);
    QCOMPARE(int(locks.first().holderKind), kind);
    QVERIFY(!locks.first().note.isEmpty());
    QCOMPARE(locks.first().waiters, QStringLiteral("none"));
}

void TestWaitRows::factsHaveTheEvidence()
{
    const auto facts = makeThreadFacts(hang(), 6);
    QCOMPARE(fact(facts, "Thread id"), QStringLiteral("41879"));
    QCOMPARE(fact(facts, "State"), QStringLiteral("waits for mutex Scene::m_lock (futex)"));
    QCOMPARE(fact(facts, "Wants"), QStringLiteral("mutex Scene::m_lock"));
    QCOMPARE(fact(facts, "Held by"), QStringLiteral("main, __owner 41873"));
    QCOMPARE(fact(facts, "Holds"), QStringLiteral("mutex TileCache::m_mutex"));
    QCOMPARE(fact(facts, "Kind"), QStringLiteral("mutex"));
    QVERIFY(fact(makeThreadFacts(hang(), 16), "State").isEmpty());
    QVERIFY(makeThreadFacts(hang(), 99).isEmpty());
}

void TestWaitRows::theDeadlockIsACycleOfBoxes()
{
    const ChainRows chain = makeChainRows(hang(), 16); // Whatever thread is the current one.
    QCOMPARE(chain.cycles, 1);
    QCOMPARE(chain.possibleCycles, 0);
    QCOMPARE(chain.boxes.size(), 2);
    const ChainBoxRow& main = chain.boxes.at(0);
    QCOMPARE(main.thread, 0);
    QVERIFY(main.mood == ChainMood::Deadlock);
    QCOMPARE(main.next, 1);
    QCOMPARE(chain.boxes.at(1).next, 0);
    QCOMPARE(main.holds, QStringLiteral("holds Scene::m_lock"));
    QCOMPARE(main.waitsFor, QStringLiteral("waits for mutex TileCache::m_mutex"));
    QCOMPARE(main.evidence, QStringLiteral("its __owner holds 41879, worker-3"));
    QVERIFY(main.sentence.endsWith(QLatin1String("held by worker-3")));
    QCOMPARE(chain.guesses.size(), 1);
    QVERIFY(chain.guesses.first().contains(QLatin1String("perhaps held by worker-1")));
}

void TestWaitRows::aGuessIsNoProof()
{
    WaitGraph graph = *hang().waits;
    graph.objects[1].ownerState = OwnerState::NotRecorded;
    graph.objects[1].owner.reset();
    graph.objects[1].guessedOwner = 6;
    graph.findings = {
        {.kind = WaitFindingKind::PossibleDeadlock, .threads = {0, 6}, .objects = {1, 0}}};
    const ChainRows chain = makeChainRows(with(graph), 0);
    QCOMPARE(chain.cycles, 0);
    QCOMPARE(chain.possibleCycles, 1);
    QVERIFY(chain.boxes.at(0).mood == ChainMood::Possible);
    QVERIFY(chain.boxes.at(0).isGuess);
    QVERIFY(!chain.boxes.at(1).isGuess);
    QVERIFY(!makeLockRows(with(graph)).first().isInDeadlock);
}

/// The last box says why nobody can be named.
void TestWaitRows::withoutACycleTheThreadsChainIsShown()
{
    WaitGraph graph = *hang().waits;
    graph.findings.clear();
    const ChainRows chain = makeChainRows(with(graph), 7);
    QCOMPARE(chain.boxes.size(), 2);
    QVERIFY(chain.boxes.at(0).mood == ChainMood::Quiet);
    QCOMPARE(chain.boxes.at(1).thread, -1);
    QCOMPARE(chain.boxes.at(1).name, QStringLiteral("not recorded"));
    QVERIFY(chain.title.contains(QLatin1String("TaskQueue::m_ready")));
    QVERIFY(makeChainRows(with(graph), 16).boxes.isEmpty());
}

void TestWaitRows::aLockOnItselfLeadsBack()
{
    WaitGraph graph;
    graph.objects.resize(1);
    graph.objects[0].kind = WaitObjectKind::Mutex;
    graph.objects[0].ownerState = OwnerState::Thread;
    graph.objects[0].owner = 2;
    graph.threads.resize(1);
    graph.threads[0].thread = 2;
    graph.threads[0].object = 0;
    graph.findings = {{.kind = WaitFindingKind::SelfDeadlock, .threads = {2}, .objects = {0}}};
    const ChainRows chain = makeChainRows(with(graph), 0);
    QCOMPARE(chain.boxes.size(), 1);
    QCOMPARE(chain.boxes.first().next, 0);
}

void TestWaitRows::aLongChainIsCut()
{
    constexpr std::uint32_t kThreads = 500;
    ReportState state = hang();
    auto event = std::make_shared<Event>(*state.event);
    event->threads.resize(kThreads);
    state.event = event;
    WaitGraph graph;
    for (std::uint32_t i = 0; i + 1 < kThreads; ++i) {
        WaitObject object;
        object.kind = WaitObjectKind::Mutex;
        object.ownerState = OwnerState::Thread;
        object.owner = i + 1;
        graph.objects.push_back(object);
        ThreadWait wait;
        wait.thread = i;
        wait.object = i;
        graph.threads.push_back(wait);
    }
    state.waits = std::make_shared<WaitGraph>(graph);
    const ChainRows chain = makeChainRows(state, 0);
    QVERIFY(chain.boxes.size() < 30);
    QCOMPARE(chain.boxes.last().name, QStringLiteral("476 more thread(s)"));
}

void TestWaitRows::reportsWithoutWaitsSayNothing()
{
    ReportState state = hang();
    state.waits = nullptr;
    QVERIFY(makeLockRows(state).isEmpty());
    QVERIFY(makeChainRows(state, 0) == ChainRows());
    QVERIFY(makeThreadRows(state).at(0).place == ThreadPlace::Unknown);
    QVERIFY(makeThreadRows(state).at(0).doing.isEmpty());
    QVERIFY(makeLockRows(ReportState()).isEmpty());
}

void TestWaitRows::stacksOfAllThreadsAreMerged()
{
    const auto graph = makeStackGraph(hang());
    QCOMPARE(graph->threads, 17);
    QCOMPARE(graph->roots.size(), 1); // All begin in __clone3.
    const StackGraphNode& root = graph->nodes.first();
    QCOMPARE(root.threads.size(), 17);
    QCOMPARE(root.frames.first().function, QStringLiteral("__clone3"));
    QVERIFY(!root.frames.first().isOwn);
    QCOMPARE(root.names, QStringLiteral("main, io-uring, signals …"));
    const int crashed = graph->nodeOf(3);
    QCOMPARE(graph->nodes.at(crashed).frames.last().function,
             QStringLiteral("scene::Node::bounds"));
    QVERIFY(graph->nodes.at(crashed).frames.last().isInlined);
    QVERIFY(makeStackGraph(ReportState())->nodes.isEmpty());
}

void TestWaitRows::callTreesKeepTheirWeights()
{
    ReportState state = hang();
    CallTree tree;
    tree.unit = SampleUnit::Samples;
    const auto add = [&](std::optional<std::uint32_t> caller, std::uint64_t weight,
                         const char* name) {
        SampledCall call{.caller = caller, .weight = weight, .frame = {}};
        call.frame.position.function = name;
        call.frame.makeNative().symbolAddress = 0x1000 * (tree.calls.size() + 1);
        tree.calls.push_back(std::move(call));
    };
    add(std::nullopt, 25, "start");
    add(0, 25, "main");
    add(1, 5, "load");
    add(1, 19, "layout");
    state.samples = {std::make_shared<const CallTree>(tree)};
    const auto graph = makeStackGraph(state);
    QCOMPARE(graph->unit, StackWeight::Samples);
    QCOMPARE(graph->threads, 1);
    QCOMPARE(graph->weight, quint64(25));
    QCOMPARE(graph->nodes.size(), 3);
    QCOMPARE(graph->nodes.at(0).frames.size(), 2);
    QCOMPARE(graph->nodes.at(1).frames.first().function, QStringLiteral("layout"));
    QCOMPARE(graph->nodes.at(1).weight, quint64(19));
    QCOMPARE(graph->nodes.at(2).weight, quint64(5));
    QCOMPARE(graph->nodes.at(2).threads, QList<int>{0});
}

QTEST_GUILESS_MAIN(TestWaitRows)

#include "tst_wait_rows.moc"
