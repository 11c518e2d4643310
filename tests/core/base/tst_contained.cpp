// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/contained.h"
#include "core/base/resource_limits.h"
#include "core/base/serial_queue.h"
#include "core/base/thread_start.h"
#include "core/base/worker_pool.h"
#include "tests/support/no_more_threads.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <latch>
#include <new>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace faultline;
using test::NoMoreThreads;

namespace {

/// Runs the check in a process of its own, whose limits it may set. Returns its exit code, or -1
/// when a signal ended it.
template <class Check>
int inChild(Check check)
{
    const auto child = ::fork();
    if (child == 0)
        ::_exit(check() ? 0 : 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void limitTo(__rlimit_resource resource, rlim_t value)
{
    const rlimit limit{.rlim_cur = value, .rlim_max = value};
    ::setrlimit(resource, &limit);
}

/// What the process uses of its address space, in bytes.
rlim_t addressSpace()
{
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

Error errorOf(const std::function<void()>& work)
{
    const auto done = contained(work);
    return done ? Error{} : done.error();
}

} // namespace

/// What runs out, and what escapes from work, is an error of that work.
class TestContained : public QObject
{
    Q_OBJECT

private slots:
    void givesWhatTheWorkGives();
    void makesErrorsOfExceptions();
    void noThreadIsAnError();
    void poolsGoOnWithTheThreadsThatThereAre();
    void poolsWithoutThreadsWorkOnTheCaller();
    void aTaskThatFailsEndsAlone();
    void whatEscapesInParallelReachesTheCaller();
    void queuesGoOnAfterAFailure();
    void memoryIsKeptForTheAnswer();
    void memoryIsKeptAgain();
    void writesBeyondTheLimitFail();
};

void TestContained::givesWhatTheWorkGives()
{
    QCOMPARE(contained([] { return 7; }), Result<int>(7));
    QCOMPARE(contained([]() -> Result<int> { return fail(ErrorKind::NotFound, "x"); }).error().kind,
             ErrorKind::NotFound);
    QVERIFY(contained([] {}).has_value());
}

void TestContained::makesErrorsOfExceptions()
{
    const auto memory = errorOf([] { throw std::bad_alloc(); });
    QCOMPARE(memory.detail, std::string(kOutOfMemory));
    QVERIFY(memory.momentary);
    const auto other = errorOf([] { throw std::runtime_error("a reason"); });
    QCOMPARE(other.detail, std::string("a reason"));
    QVERIFY(!other.momentary);
    QCOMPARE(errorOf([] { throw 7; }).kind, ErrorKind::Internal);
}

void TestContained::noThreadIsAnError()
{
    {
        const NoMoreThreads limit;
        const auto thread = startThread([](const std::stop_token&) {});
        QVERIFY(!thread);
        QVERIFY2(thread.error().detail.starts_with(kNoThread), thread.error().detail.c_str());
        QVERIFY(thread.error().momentary);
    }
    std::atomic<bool> ran = false;
    {
        const auto thread = startThread([&](const std::stop_token&) { ran = true; });
        QVERIFY(thread);
    }
    QVERIFY(ran);
}

void TestContained::poolsGoOnWithTheThreadsThatThereAre()
{
    WorkerPool pool(8);
    QVERIFY(pool.ensureThread());
    const NoMoreThreads limit;
    std::atomic<int> done = 0;
    std::latch ended(100);
    for (int i = 0; i < 100; ++i)
        pool.post([&] {
            ++done;
            ended.count_down();
        });
    ended.wait();
    QCOMPARE(done.load(), 100);
}

void TestContained::poolsWithoutThreadsWorkOnTheCaller()
{
    const NoMoreThreads limit;
    WorkerPool pool(8);
    QVERIFY(!pool.ensureThread());
    int done = 0;
    pool.post([&] { ++done; });
    pool.parallelFor(10, [&](std::size_t) { ++done; });
    QCOMPARE(done, 11);
}

void TestContained::aTaskThatFailsEndsAlone()
{
    WorkerPool pool(1);
    std::latch ended(1);
    pool.post([] { throw std::bad_alloc(); });
    pool.post([&] { ended.count_down(); });
    ended.wait();
}

void TestContained::whatEscapesInParallelReachesTheCaller()
{
    WorkerPool pool(3);
    for (int round = 0; round < 100; ++round) {
        const auto done = contained([&] {
            pool.parallelFor(50, [](std::size_t index) {
                if (index % 7 == 6)
                    throw std::bad_alloc();
            });
        });
        QVERIFY(!done);
        QCOMPARE(done.error().detail, std::string(kOutOfMemory));
    }
}

void TestContained::queuesGoOnAfterAFailure()
{
    SerialQueue queue;
    int done = 0;
    queue.post([] { throw std::bad_alloc(); });
    queue.post([&] { ++done; });
    QCOMPARE(done, 1);
}

/// A large allocation fails; a small one after it must not.
void TestContained::memoryIsKeptForTheAnswer()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer needs the whole address space");
#endif
    const auto exitCode = inChild([] {
        outliveResourceLimits();
        limitTo(RLIMIT_AS, addressSpace());
        const auto large = contained([] { return std::string(1 << 30, 'x'); });
        const auto answer = contained([] { return std::string(8 << 20, 'x'); });
        return !large && large.error().detail == kOutOfMemory && answer.has_value();
    });
    QCOMPARE(exitCode, 0);
}

/// Until all is used up, and again.
void TestContained::memoryIsKeptAgain()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer needs the whole address space");
#endif
    const auto exitCode = inChild([] {
        outliveResourceLimits();
        limitTo(RLIMIT_AS, addressSpace() + (64 << 20));
        for (int round = 0; round < 10; ++round) {
            const auto filled = contained([] {
                std::vector<std::string> taken;
                while (true)
                    taken.emplace_back(200'000, 'x');
            });
            if (filled || filled.error().detail != kOutOfMemory)
                return false;
        }
        return contained([] { return std::string(8 << 20, 'x'); }).has_value();
    });
    QCOMPARE(exitCode, 0);
}

void TestContained::writesBeyondTheLimitFail()
{
    const auto exitCode = inChild([] {
        outliveResourceLimits();
        limitTo(RLIMIT_FSIZE, 10);
        const int file = ::open("/tmp", O_TMPFILE | O_WRONLY, 0600);
        const char bytes[20] = {};
        return file >= 0 && ::write(file, bytes, sizeof bytes) == 10 &&
               ::write(file, bytes, sizeof bytes) == -1 && errno == EFBIG;
    });
    QCOMPARE(exitCode, 0);
}

QTEST_GUILESS_MAIN(TestContained)
#include "tst_contained.moc"
