// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/job_table.h"
#include "tests/support/no_more_threads.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <latch>
#include <stdexcept>

using namespace faultline;
using namespace std::chrono_literals;

namespace {

server::JobTable::Work answering(std::string text)
{
    return [text = std::move(text)](const std::stop_token&) { return text; };
}

/// Runs until it is stopped.
server::JobTable::Work endless()
{
    return [](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        wake.wait(lock, stop, [] { return false; });
        return std::string("stopped");
    };
}

/// Starts a job as a client does that asks for the answer later. Absent when there are too many.
std::optional<server::JobKey> begin(server::JobTable& jobs, server::JobTable::Work work)
{
    std::optional<server::JobKey> begun;
    jobs.submit(std::move(work), 0ms,
                [&](const server::JobKey& key, const server::JobTable::Answer& answer) {
                    if (!answer)
                        begun = key;
                });
    return begun;
}

/// Starts a job and waits for its answer.
std::pair<server::JobKey, std::string> answerAtOnce(server::JobTable& jobs, std::string text)
{
    std::promise<std::pair<server::JobKey, std::string>> promise;
    jobs.submit(answering(std::move(text)), {},
                [&](const server::JobKey& key, const server::JobTable::Answer& answer) {
                    promise.set_value({key, *answer});
                });
    return promise.get_future().get();
}

/// The answer, "pending", or "unknown".
std::string waitFor(server::JobTable& jobs,
                    const server::JobKey& key,
                    std::optional<std::chrono::milliseconds> limit = {})
{
    const auto promise = std::make_shared<std::promise<std::string>>();
    auto answer = promise->get_future();
    if (!jobs.wait(key, limit, [promise](server::JobTable::Answer text) {
            promise->set_value(text ? *text : "pending");
        }))
        return "unknown";
    return answer.get();
}

} // namespace

class TestJobTable : public QObject
{
    Q_OBJECT

private slots:
    void answersManyTimes();
    void waitsNoLongerThanAsked();
    void limitsJobsUnderWay();
    void finishedJobsDoNotCount();
    void stopsJobsThatRunTooLong();
    void forgetsAnswersAfterTheirRetention();
    void keepsNoAnswerThatArrivedInTime();
    void answersBeyondTheMemoryAreReadBack();
    void withoutRoomTheOldestAnswersAreGivenUp();
    void anExceptionEndsItsJobAlone();
    void aJobWithoutMemoryEndsAlone();
    void withoutThreadsJobsAreRefused();
    void jobsBeyondTheThreadsWaitTheirTurn();
    void stoppingAnswersAllWaiters();
    void unknownIds();
    void theLimitMayChange();
    void holdsTheRequestUntilTheJobEnds();
    void answersPings();
};

void TestJobTable::answersManyTimes()
{
    server::JobTable jobs({}, silentLog());
    const auto key = begin(jobs, answering("done"));
    QVERIFY(key);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(waitFor(jobs, *key), std::string("done"));
    QCOMPARE(waitFor(jobs, *key, 0ms), std::string("done"));
}

void TestJobTable::waitsNoLongerThanAsked()
{
    server::JobTable jobs({}, silentLog());
    const auto key = begin(jobs, endless());
    QCOMPARE(waitFor(jobs, *key, 0ms), std::string("pending"));
    QCOMPARE(waitFor(jobs, *key, 5ms), std::string("pending"));
}

void TestJobTable::limitsJobsUnderWay()
{
    server::JobTable none({.maxConcurrent = 0}, silentLog());
    QVERIFY(!begin(none, answering("x")));
    server::JobTable two({.maxConcurrent = 2}, silentLog());
    QVERIFY(begin(two, endless()));
    QVERIFY(begin(two, endless()));
    QVERIFY(!begin(two, answering("x")));
    QCOMPARE(two.inFlight(), std::size_t{2});
}

void TestJobTable::finishedJobsDoNotCount()
{
    server::JobTable jobs({.maxConcurrent = 1}, silentLog());
    for (int i = 0; i < 5; ++i) {
        const auto key = begin(jobs, answering("x"));
        QVERIFY(key);
        QCOMPARE(waitFor(jobs, *key), std::string("x"));
    }
}

void TestJobTable::stopsJobsThatRunTooLong()
{
    server::JobTable jobs({.jobLimit = 5ms}, silentLog());
    const auto key = begin(jobs, endless());
    QCOMPARE(waitFor(jobs, *key), std::string(R"({"status":"timeout"})"));
    QCOMPARE(jobs.inFlight(), std::size_t{0});
}

void TestJobTable::forgetsAnswersAfterTheirRetention()
{
    server::JobTable jobs({.retention = 5ms}, silentLog());
    const auto key = begin(jobs, answering("x"));
    QTRY_COMPARE(waitFor(jobs, *key), std::string("unknown"));
}

/// Nobody knows its id.
void TestJobTable::keepsNoAnswerThatArrivedInTime()
{
    server::JobTable jobs({}, silentLog());
    const auto [key, answer] = answerAtOnce(jobs, "x");
    QCOMPARE(answer, std::string("x"));
    QCOMPARE(waitFor(jobs, key), std::string("unknown"));
    QCOMPARE(jobs.snapshot().finished, std::size_t{0});
}

void TestJobTable::answersBeyondTheMemoryAreReadBack()
{
    const QTemporaryDir folder;
    server::JobTable jobs({.answers = {.memoryBytes = 1000, .folder = folder.path().toStdString()}},
                          silentLog());
    std::vector<server::JobKey> keys;
    for (int i = 0; i < 200; ++i) {
        keys.push_back(*begin(jobs, answering(std::string(100, char('a' + i % 26)))));
        QTRY_COMPARE(waitFor(jobs, keys.back()).size(), std::size_t{100});
    }
    QTRY_COMPARE(jobs.snapshot().finished, keys.size());
    QCOMPARE(jobs.snapshot().finishedBytes, std::uint64_t{20'000});
    for (std::size_t i = 0; i < keys.size(); ++i)
        QCOMPARE(waitFor(jobs, keys[i]), std::string(100, char('a' + i % 26)));
    QVERIFY2(QDir(folder.path()).isEmpty(), "a kill would leave files");
}

void TestJobTable::withoutRoomTheOldestAnswersAreGivenUp()
{
    const QTemporaryDir folder;
    server::JobTable jobs({.answers = {.memoryBytes = 1000,
                                       .diskBytes = 3000,
                                       .folder = folder.path().toStdString()}},
                          silentLog());
    std::vector<server::JobKey> keys;
    for (int i = 0; i < 200; ++i) {
        keys.push_back(*begin(jobs, answering(std::string(100, 'x'))));
        QTRY_COMPARE(waitFor(jobs, keys.back()), std::string(100, 'x'));
    }
    QVERIFY(jobs.snapshot().finishedBytes <= 5000);
    QCOMPARE(waitFor(jobs, keys.front()), std::string(100, 'x'));
    QCOMPARE(waitFor(jobs, keys.at(100)), std::string("unknown"));
    QCOMPARE(waitFor(jobs, keys.back()), std::string(100, 'x'));
}

void TestJobTable::anExceptionEndsItsJobAlone()
{
    server::JobTable jobs({}, silentLog());
    const auto key = begin(
        jobs, [](const std::stop_token&) -> std::string { throw std::runtime_error("library"); });
    QCOMPARE(waitFor(jobs, *key), std::string(R"({"status":"internal_error"})"));
    QCOMPARE(waitFor(jobs, *begin(jobs, answering("x"))), std::string("x"));
}

void TestJobTable::aJobWithoutMemoryEndsAlone()
{
    server::JobTable jobs({}, silentLog());
    const auto key =
        begin(jobs, [](const std::stop_token&) -> std::string { throw std::bad_alloc(); });
    QCOMPARE(waitFor(jobs, *key), std::string(R"({"status":"failed","message":"out of memory"})"));
    QCOMPARE(waitFor(jobs, *begin(jobs, answering("x"))), std::string("x"));
    QCOMPARE(jobs.inFlight(), std::size_t{0});
}

void TestJobTable::withoutThreadsJobsAreRefused()
{
    server::JobTable jobs({}, silentLog());
    QVERIFY(jobs.ready());
    {
        const test::NoMoreThreads limit;
        server::JobTable none({}, silentLog());
        QVERIFY(!none.ready());
        QVERIFY(!begin(none, answering("x")));
        QVERIFY(!begin(jobs, answering("x")));
        QCOMPARE(jobs.inFlight(), std::size_t{0});
    }
    QCOMPARE(waitFor(jobs, *begin(jobs, answering("x"))), std::string("x"));
}

void TestJobTable::jobsBeyondTheThreadsWaitTheirTurn()
{
    server::JobTable jobs({.maxConcurrent = {}, .maxThreads = 2}, silentLog());
    std::vector<server::JobKey> keys;
    for (int i = 0; i < 100; ++i)
        keys.push_back(*begin(jobs, answering(std::to_string(i))));
    for (std::size_t i = 0; i < keys.size(); ++i)
        QCOMPARE(waitFor(jobs, keys[i]), std::to_string(i));
}

void TestJobTable::stoppingAnswersAllWaiters()
{
    server::JobTable jobs({.maxThreads = 1}, silentLog());
    const auto running = begin(jobs, endless());
    const auto queued = begin(jobs, answering("x"));
    std::vector<std::string> answers;
    std::mutex mutex;
    const auto note = [&](server::JobTable::Answer text) {
        const std::lock_guard lock(mutex);
        answers.push_back(text ? *text : "pending");
    };
    QVERIFY(jobs.wait(*running, std::nullopt, note));
    QVERIFY(jobs.wait(*queued, 1h, note));
    jobs.stop();
    QCOMPARE(answers.size(), std::size_t{2});
    QVERIFY(!begin(jobs, answering("late")));
}

void TestJobTable::unknownIds()
{
    server::JobTable jobs({}, silentLog());
    QCOMPARE(waitFor(jobs, server::JobKey::random()), std::string("unknown"));
    QCOMPARE(waitFor(jobs, server::JobKey()), std::string("unknown"));
}

void TestJobTable::theLimitMayChange()
{
    server::JobTable jobs({.maxConcurrent = 0}, silentLog());
    QVERIFY(!begin(jobs, answering("x")));
    jobs.setMaxConcurrent(1);
    QVERIFY(begin(jobs, endless()));
    QVERIFY(!begin(jobs, answering("x")));
    jobs.setMaxConcurrent({});
    QVERIFY(begin(jobs, answering("x")));
}

/// Also when its answer is known earlier, because the job has run too long. A kept answer holds
/// nothing.
void TestJobTable::holdsTheRequestUntilTheJobEnds()
{
    std::weak_ptr<int> held;
    server::JobTable jobs({.jobLimit = 5ms}, silentLog());
    std::promise<void> mayEnd;
    std::optional<server::JobKey> key;
    {
        auto server = std::make_shared<int>(1);
        held = server;
        const server::RequestScope scope(
            std::make_shared<const server::RequestInfo>(server::RequestInfo{
                .id = {}, .method = {}, .path = {}, .started = {}, .server = server}));
        key = begin(jobs, [ended = mayEnd.get_future()](const std::stop_token&) mutable {
            ended.wait();
            return std::string("late");
        });
    }
    QCOMPARE(waitFor(jobs, *key), std::string(R"({"status":"timeout"})"));
    QVERIFY(!held.expired());
    mayEnd.set_value();
    QTRY_VERIFY(held.expired());
    QCOMPARE(waitFor(jobs, *key), std::string(R"({"status":"timeout"})"));
}

/// Jobs may run long, so threads that are all busy are no sign of a defect.
void TestJobTable::answersPings()
{
    server::JobTable jobs({.maxThreads = 1}, silentLog());
    const auto ping = [&] {
        auto answered = std::make_shared<std::promise<void>>();
        jobs.ping([answered] { answered->set_value(); });
        return answered->get_future().wait_for(30s) == std::future_status::ready;
    };
    QVERIFY(ping());
    QVERIFY(ping());
    QVERIFY(begin(jobs, endless()));
    QVERIFY(ping());
    QCOMPARE(jobs.inFlight(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestJobTable)
#include "tst_job_table.moc"
