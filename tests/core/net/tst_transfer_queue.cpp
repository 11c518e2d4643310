// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/work_lane.h"
#include "core/net/download/transfer_queue.h"

#include <QTest>

#include <vector>

using namespace faultline;
using net::TransferQueue;

class TestTransferQueue : public QObject
{
    Q_OBJECT
private slots:
    void oldestFirst();
    void urgentOnesPassOlderOnes();
    void aRaisedOneMovesUp();
    void lanesHaveTheirTurns();
    void aRaisedOneOfALongLaneHoldsUpNobody();
    void aBusyHostLetsOthersPass();
    void allHostsTogetherHaveALimit();
    void localFilesWaitForOpenFilesOnly();
    void openFilesCountOn();
    void removedOnesDoNotStart();
    void manyAreAdmittedLikeFew();
};

namespace {

/// Everything that may start now.
std::vector<int> takeAll(TransferQueue& queue)
{
    std::vector<int> taken;
    while (const auto id = queue.take())
        taken.push_back(static_cast<int>(*id));
    return taken;
}

} // namespace

void TestTransferQueue::oldestFirst()
{
    TransferQueue queue({});
    queue.add(1, "b");
    queue.add(2, "a");
    queue.add(3, "b");
    QCOMPARE(takeAll(queue), (std::vector{1, 2, 3}));
    QCOMPARE(takeAll(queue), std::vector<int>());
}

void TestTransferQueue::urgentOnesPassOlderOnes()
{
    TransferQueue queue({.perHost = 1});
    queue.add(1, "a", net::Urgency::Last);
    queue.add(2, "a", net::Urgency::Later);
    queue.add(3, "a");
    queue.add(4, "a", net::Urgency::First);
    queue.add(5, "b", net::Urgency::Last);
    queue.add(6, "a", net::Urgency::First);
    QCOMPARE(takeAll(queue), (std::vector{4, 5}));
    for (const int next : {6, 3, 2, 1}) {
        queue.ended("a");
        QCOMPARE(takeAll(queue), std::vector{next});
    }
}

void TestTransferQueue::aRaisedOneMovesUp()
{
    TransferQueue queue({.perHost = 1});
    queue.add(1, "a", net::Urgency::Later);
    queue.add(2, "a", net::Urgency::Last);
    QVERIFY(!queue.remove(2, "b")); // It does not wait there.
    QVERIFY(queue.remove(2, "a"));
    queue.add(2, "a", net::Urgency::First);
    QCOMPARE(takeAll(queue), std::vector{2});
    queue.ended("a");
    QCOMPARE(takeAll(queue), std::vector{1});
}

void TestTransferQueue::lanesHaveTheirTurns()
{
    TransferQueue queue({.perHost = 1});
    constexpr std::uint64_t kMany = 30'000;
    for (std::uint64_t id = 0; id < kMany; ++id)
        queue.add(id, "a", net::Urgency::Ordinary, WorkLane{1});
    for (int i = 0; i < 100; ++i) {
        QVERIFY(queue.take());
        queue.ended("a");
    }
    queue.add(kMany, "a", net::Urgency::Ordinary, WorkLane{2});
    queue.add(kMany + 1, "a", net::Urgency::Ordinary, WorkLane{2});
    std::vector<std::uint64_t> next;
    for (int i = 0; i < 5; ++i) {
        next.push_back(queue.take().value_or(0));
        queue.ended("a");
    }
    QCOMPARE(next, (std::vector<std::uint64_t>{100, kMany, 101, kMany + 1, 102}));
}

void TestTransferQueue::aRaisedOneOfALongLaneHoldsUpNobody()
{
    TransferQueue queue({.perHost = 1});
    for (std::uint64_t id = 0; id < 1000; ++id)
        queue.add(id, "a", net::Urgency::Ordinary, WorkLane{1});
    QVERIFY(queue.remove(999, "a"));
    queue.add(999, "a", net::Urgency::First, WorkLane{1});
    QCOMPARE(takeAll(queue), std::vector{999});
    queue.add(1000, "a", net::Urgency::Ordinary, WorkLane{2});
    for (const int next : {0, 1000, 1}) {
        queue.ended("a");
        QCOMPARE(takeAll(queue), std::vector{next});
    }
}

void TestTransferQueue::aBusyHostLetsOthersPass()
{
    TransferQueue queue({.perHost = 1});
    queue.add(1, "a");
    queue.add(2, "a");
    queue.add(3, "b");
    QCOMPARE(takeAll(queue), (std::vector{1, 3}));
    queue.ended("b");
    QCOMPARE(takeAll(queue), std::vector<int>());
    queue.ended("a");
    QCOMPARE(takeAll(queue), std::vector{2});
}

void TestTransferQueue::allHostsTogetherHaveALimit()
{
    TransferQueue queue({.total = 2});
    for (const auto* host : {"a", "b", "c"})
        queue.add(static_cast<std::uint64_t>(*host), host);
    QCOMPARE(takeAll(queue), (std::vector<int>{'a', 'b'}));
    queue.ended("a");
    QCOMPARE(takeAll(queue), (std::vector<int>{'c'}));
}

void TestTransferQueue::localFilesWaitForOpenFilesOnly()
{
    TransferQueue queue({.perHost = 1, .total = 1, .openFiles = 3});
    queue.add(1, "a");
    queue.add(2, "b");
    for (std::uint64_t id = 3; id < 6; ++id)
        queue.add(id, "");
    QCOMPARE(takeAll(queue), (std::vector{1, 3, 4}));
    queue.ended("");
    QCOMPARE(takeAll(queue), std::vector{5});
}

void TestTransferQueue::openFilesCountOn()
{
    TransferQueue queue({.openFiles = 1});
    queue.add(1, "a");
    queue.add(2, "a");
    QCOMPARE(takeAll(queue), std::vector{1});
    queue.fileOpened(); // The content of 1 stays open when the transfer has ended.
    queue.ended("a");
    QCOMPARE(takeAll(queue), std::vector<int>());
    queue.fileClosed();
    QCOMPARE(takeAll(queue), std::vector{2});
}

void TestTransferQueue::removedOnesDoNotStart()
{
    TransferQueue queue({.perHost = 1});
    queue.add(1, "a");
    queue.add(2, "a");
    QVERIFY(queue.remove(1, "a"));
    QVERIFY(!queue.remove(1, "a"));
    QVERIFY(!queue.remove(7, "nobody"));
    QCOMPARE(takeAll(queue), std::vector{2});
    QVERIFY(!queue.remove(2, "a")); // It runs.
}

/// Each admission once compared every waiting transfer, so these would take hours.
void TestTransferQueue::manyAreAdmittedLikeFew()
{
    constexpr std::uint64_t kMany = 300'000;
    TransferQueue queue({.perHost = 8});
    for (std::uint64_t id = 0; id < kMany; ++id)
        queue.add(id, "a");
    std::uint64_t started = 0;
    while (queue.take())
        ++started;
    QCOMPARE(started, std::uint64_t{8});
    for (std::uint64_t ended = 0; ended < kMany; ++ended) {
        queue.ended("a");
        started += queue.take() ? 1 : 0;
    }
    QCOMPARE(started, kMany);
}

QTEST_GUILESS_MAIN(TestTransferQueue)
#include "tst_transfer_queue.moc"
