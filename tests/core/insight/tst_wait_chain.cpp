// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/wait_chain.h"

#include <QTest>

using namespace faultline;
using namespace faultline::insight;

namespace {

/// A report of so many threads that wait for nothing.
struct Scene
{
    explicit Scene(std::size_t count)
    {
        auto event = std::make_shared<Event>();
        event->threads.resize(count);
        report.event = event;
    }

    /// The thread waits for a mutex, which the owner holds or perhaps holds.
    void wait(std::uint32_t thread, std::optional<std::uint32_t> owner, bool isGuess = false)
    {
        WaitObject object;
        object.kind = WaitObjectKind::Mutex;
        object.ownerState = owner && !isGuess ? OwnerState::Thread : OwnerState::NotRecorded;
        (isGuess ? object.guessedOwner : object.owner) = owner;
        ThreadWait wait;
        wait.thread = thread;
        wait.state = WaitState::Waiting;
        wait.object = static_cast<std::uint32_t>(graph.objects.size());
        graph.objects.push_back(object);
        graph.threads.push_back(wait);
    }

    void find(WaitFindingKind kind, std::vector<std::uint32_t> threads)
    {
        graph.findings.push_back({.kind = kind, .threads = std::move(threads), .objects = {}});
    }

    const Report& made()
    {
        report.waits = std::make_shared<WaitGraph>(graph);
        return report;
    }

    Report report;
    WaitGraph graph;
};

} // namespace

class TestWaitChain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdersLeadToTheDeadlock();
    void guessesMakeEverythingBehindThemUncertain();
    void aPossibleDeadlockIsNoProof();
    void otherThreadsAreWhereTheirStateIs();
    void aRingWithoutAFindingEnds();
    void chainsEndWhereNothingIsKnown();
    void ownersThatAreNoThreadsLeadNowhere();
    void joinsHoldNothing();
};

void TestWaitChain::holdersLeadToTheDeadlock()
{
    Scene scene(4);
    scene.wait(0, 1);
    scene.wait(1, 0);
    scene.wait(2, 0);
    scene.wait(3, 2);
    scene.find(WaitFindingKind::Deadlock, {0, 1});
    QVERIFY(threadPlaces(scene.made()) ==
            (std::vector{ThreadPlace::InDeadlock, ThreadPlace::InDeadlock,
                         ThreadPlace::BehindDeadlock, ThreadPlace::BehindDeadlock}));
    const auto chain = waitChain(scene.report, 3);
    QCOMPARE(chain.size(), std::size_t(4));
    QCOMPARE(chain[1].thread, 2u);
    QCOMPARE(chain[3].thread, 1u);
    QVERIFY(chain[3].object && !chain[3].isGuess);
}

/// The thread is behind a guess, so the one behind that thread is so as well.
void TestWaitChain::guessesMakeEverythingBehindThemUncertain()
{
    Scene scene(4);
    scene.wait(0, 0);
    scene.wait(1, 0, true);
    scene.wait(2, 1);
    scene.wait(3, 0);
    scene.find(WaitFindingKind::SelfDeadlock, {0});
    QVERIFY(threadPlaces(scene.made()) ==
            (std::vector{ThreadPlace::InDeadlock, ThreadPlace::PerhapsBehind,
                         ThreadPlace::PerhapsBehind, ThreadPlace::BehindDeadlock}));
}

void TestWaitChain::aPossibleDeadlockIsNoProof()
{
    Scene scene(3);
    scene.wait(0, 1);
    scene.wait(1, 0, true);
    scene.wait(2, 0);
    scene.find(WaitFindingKind::PossibleDeadlock, {0, 1});
    QVERIFY(threadPlaces(scene.made()) ==
            (std::vector{ThreadPlace::InPossibleDeadlock, ThreadPlace::InPossibleDeadlock,
                         ThreadPlace::PerhapsBehind}));
}

void TestWaitChain::otherThreadsAreWhereTheirStateIs()
{
    Scene scene(5);
    const auto add = [&scene](std::uint32_t thread, WaitState state) {
        ThreadWait wait;
        wait.thread = thread;
        wait.state = state;
        scene.graph.threads.push_back(wait);
    };
    add(0, WaitState::Running);
    add(1, WaitState::Sleeping);
    add(2, WaitState::InInput);
    add(3, WaitState::InSystem);
    QVERIFY(threadPlaces(scene.report) == std::vector(5, ThreadPlace::Unknown));
    QVERIFY(threadPlaces(scene.made()) ==
            (std::vector{ThreadPlace::Running, ThreadPlace::Sleeping, ThreadPlace::InInput,
                         ThreadPlace::InSystem, ThreadPlace::Unknown}));
}

/// As with waits that have a time limit: they are no deadlock.
void TestWaitChain::aRingWithoutAFindingEnds()
{
    Scene scene(3);
    scene.wait(0, 1);
    scene.wait(1, 0);
    scene.wait(2, 1);
    QVERIFY(threadPlaces(scene.made()) == std::vector(3, ThreadPlace::Waiting));
    QCOMPARE(waitChain(scene.report, 2).size(), std::size_t(3));
}

void TestWaitChain::chainsEndWhereNothingIsKnown()
{
    Scene scene(3);
    scene.wait(0, 1, true);
    scene.wait(1, std::nullopt);
    const auto chain = waitChain(scene.made(), 0);
    QCOMPARE(chain.size(), std::size_t(2));
    QVERIFY(chain[0].isGuess);
    QVERIFY(chain[1].object);
    QCOMPARE(waitChain(scene.report, 2).size(), std::size_t(1));
    QVERIFY(!waitChain(scene.report, 2)[0].object);
}

void TestWaitChain::ownersThatAreNoThreadsLeadNowhere()
{
    Scene scene(2);
    scene.wait(0, 77);
    scene.wait(1, 78, true);
    scene.find(WaitFindingKind::Deadlock, {0, 99});
    QVERIFY(threadPlaces(scene.made()) ==
            (std::vector{ThreadPlace::InDeadlock, ThreadPlace::Waiting}));
    QCOMPARE(waitChain(scene.report, 0).size(), std::size_t(1));
}

void TestWaitChain::joinsHoldNothing()
{
    Scene scene(3);
    scene.wait(0, 1);
    scene.wait(1, 2);
    scene.graph.objects[1].kind = WaitObjectKind::ThreadEnd;
    QCOMPARE(heldObjects(scene.made(), 1), std::vector<std::uint32_t>{0});
    QVERIFY(heldObjects(scene.report, 2).empty());
    QCOMPARE(waitChain(scene.report, 0).size(), std::size_t(3));
}

QTEST_GUILESS_MAIN(TestWaitChain)

#include "tst_wait_chain.moc"
