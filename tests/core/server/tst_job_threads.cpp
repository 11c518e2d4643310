// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_threads.h"
#include "tests/support/no_more_threads.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <latch>
#include <semaphore>
#include <thread>
#include <vector>

using namespace faultline;
using namespace std::chrono_literals;
using server::JobThreads;

/// Which tasks begin, in which order, and how many compute at a time.
class TestJobThreads : public QObject
{
    Q_OBJECT

private slots:
    void tasksBeginInOrder();
    void fewComputeAtATime();
    void waitingTasksDoNotCount();
    void longTasksDoNotHoldUpOthers();
    void endsWithTasksInTheQueue();
    void goesOnWithTheThreadsThatThereAre();
    void withoutAThreadItTakesNothing();
    void aTaskThatFailsEndsAlone();

private:
    static constexpr auto kForever = 60s;
};

void TestJobThreads::tasksBeginInOrder()
{
    std::vector<int> begun; // One task at a time.
    std::latch ended(100);
    JobThreads threads({.places = 1, .patience = kForever});
    for (int i = 0; i < 100; ++i)
        threads.post([&, i] {
            begun.push_back(i);
            ended.count_down();
        });
    ended.wait();
    QVERIFY(std::ranges::is_sorted(begun));
}

void TestJobThreads::fewComputeAtATime()
{
    std::atomic<int> now = 0;
    std::atomic<int> most = 0;
    std::latch ended(200);
    JobThreads threads({.places = 2, .patience = kForever});
    for (int i = 0; i < 200; ++i)
        threads.post([&] {
            const int here = ++now;
            for (int seen = most; seen < here && !most.compare_exchange_weak(seen, here);) {
            }
            std::this_thread::sleep_for(100us);
            --now;
            ended.count_down();
        });
    ended.wait();
    QVERIFY(most <= 2);
}

void TestJobThreads::waitingTasksDoNotCount()
{
    constexpr int kWaiting = 20;
    std::counting_semaphore<> go(0);
    std::latch waiting(kWaiting);
    std::latch ended(kWaiting);
    JobThreads threads({.places = 1, .patience = kForever});
    for (int i = 0; i < kWaiting; ++i)
        threads.post([&] {
            {
                const BlockingScope blocking;
                const BlockingScope inner; // Counts once.
                waiting.count_down();
                go.acquire();
            }
            ended.count_down();
        });
    waiting.wait();
    std::latch other(1);
    threads.post([&] { other.count_down(); });
    other.wait(); // Although twenty wait.
    go.release(kWaiting);
    ended.wait();
}

/// The long ones do not say that they wait.
void TestJobThreads::longTasksDoNotHoldUpOthers()
{
    std::counting_semaphore<> go(0);
    std::latch begun(3);
    std::latch ended(10);
    JobThreads threads({.places = 1, .patience = 1ms});
    for (int i = 0; i < 3; ++i)
        threads.post([&] {
            begun.count_down();
            go.acquire();
        });
    begun.wait();
    for (int i = 0; i < 10; ++i)
        threads.post([&] { ended.count_down(); });
    ended.wait();
    go.release(3);
}

/// The end waits for the task that runs, also when it goes on for a while.
void TestJobThreads::endsWithTasksInTheQueue()
{
    std::latch begun(1);
    std::counting_semaphore<> go(0);
    bool hasEnded = false;
    {
        JobThreads threads({.places = 1, .patience = kForever});
        threads.post([&] {
            begun.count_down();
            go.acquire();
            std::this_thread::sleep_for(20ms);
            hasEnded = true;
        });
        begun.wait();
        for (int i = 0; i < 10; ++i)
            threads.post([] {});
        go.release();
    }
    QVERIFY(hasEnded);
}

void TestJobThreads::goesOnWithTheThreadsThatThereAre()
{
    JobThreads threads({.maxThreads = 50});
    std::latch first(1);
    QVERIFY(threads.post([&] { first.count_down(); }));
    first.wait();
    const test::NoMoreThreads limit;
    std::latch ended(100);
    for (int i = 0; i < 100; ++i)
        QVERIFY(threads.post([&] {
            const BlockingScope blocking; // Each would like a thread of its own.
            ended.count_down();
        }));
    ended.wait();
}

void TestJobThreads::withoutAThreadItTakesNothing()
{
    JobThreads threads({.maxThreads = 5});
    {
        const test::NoMoreThreads limit;
        QVERIFY(!threads.post([] {}));
        JobThreads::Task task = [] {};
        QVERIFY(!threads.postIfFree(task));
    }
    std::latch ended(1);
    QVERIFY(threads.post([&] { ended.count_down(); }));
    ended.wait();
}

void TestJobThreads::aTaskThatFailsEndsAlone()
{
    std::latch ended(1);
    JobThreads threads({.maxThreads = 1});
    threads.post([] { throw std::bad_alloc(); });
    threads.post([&] { ended.count_down(); });
    ended.wait();
}

QTEST_GUILESS_MAIN(TestJobThreads)
#include "tst_job_threads.moc"
