// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/worker_pool.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <latch>
#include <numeric>

using namespace faultline;

class TestWorkerPool : public QObject
{
    Q_OBJECT

private slots:
    void parallelForVisitsEveryIndexOnce();
    void nestedParallelForDoesNotDeadlock();
    void stopSkipsWhatHasNotBegun();
    void threadsStartWithTheWork();
    void lanesHaveTheirTurns();
};

void TestWorkerPool::parallelForVisitsEveryIndexOnce()
{
    WorkerPool pool(3);
    std::vector<std::atomic<int>> visits(1000);
    pool.parallelFor(visits.size(), [&](std::size_t i) { visits[i].fetch_add(1); });
    for (const auto& count : visits)
        QCOMPARE(count.load(), 1);
}

void TestWorkerPool::nestedParallelForDoesNotDeadlock()
{
    WorkerPool pool(2);
    std::atomic<int> total{0};
    pool.parallelFor(
        8, [&](std::size_t) { pool.parallelFor(8, [&](std::size_t) { total.fetch_add(1); }); });
    QCOMPARE(total.load(), 64);
}

void TestWorkerPool::stopSkipsWhatHasNotBegun()
{
    WorkerPool pool(2);
    std::stop_source stop;
    std::atomic<int> ran{0};
    pool.parallelFor(
        10000,
        [&](std::size_t) {
            if (ran.fetch_add(1) == 10)
                stop.request_stop();
        },
        stop.get_token());
    QVERIFY(ran.load() < 10000);
    QVERIFY(ran.load() >= 11);
}

void TestWorkerPool::threadsStartWithTheWork()
{
    const auto threadsOfProcess = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
    };
    const auto before = threadsOfProcess();
    WorkerPool pool(4);
    QCOMPARE(threadsOfProcess(), before);
    // Each task continues only when all four are running.
    std::latch all(5);
    for (int i = 0; i < 4; ++i)
        pool.post([&] { all.arrive_and_wait(); });
    all.arrive_and_wait();
    QCOMPARE(threadsOfProcess(), before + 4);
    pool.post([] {});
    QCOMPARE(threadsOfProcess(), before + 4);
}

/// A job with many tasks holds up one with few by a task for each of these.
void TestWorkerPool::lanesHaveTheirTurns()
{
    WorkerPool pool(1);
    std::latch begun(1);
    std::latch mayGo(1);
    std::latch done(102);
    std::vector<WorkLane> order; // Written by the pool's only thread.
    pool.post([&] {
        begun.count_down();
        mayGo.wait();
    });
    begun.wait();
    const auto large = newWorkLane();
    const auto small = newWorkLane();
    const auto post = [&](WorkLane lane, int count) {
        const WorkLaneScope scope(lane);
        for (int i = 0; i < count; ++i)
            pool.post([&] {
                order.push_back(currentWorkLane());
                done.count_down();
            });
    };
    post(large, 100);
    post(small, 2);
    QCOMPARE(currentWorkLane(), WorkLane::Common);
    mayGo.count_down();
    done.wait();
    QCOMPARE(order.size(), std::size_t{102});
    QCOMPARE(order.at(1), small);
    QCOMPARE(order.at(3), small);
    QCOMPARE(std::ranges::count(order, large), 100);
}

QTEST_GUILESS_MAIN(TestWorkerPool)
#include "tst_worker_pool.moc"
