// SPDX-License-Identifier: GPL-3.0-or-later
// What looks like a deadlock and is none. tests/hangs has those that a program can show.
#include "tests/core/waits/hung_process.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

namespace {

constexpr std::uint32_t kMain = kFirstId;
constexpr std::uint32_t kOther = kFirstId + 1;
constexpr std::uint32_t kThird = kFirstId + 2;
constexpr std::uint64_t kLimit = 0x7100; // Where a time limit lies.
constexpr std::uint64_t kInterrupted = ~std::uint64_t{511};

using State = OwnerState;

/// `state` is what is said of the object that the first thread waits for.
struct Trap
{
    const char* name;
    HungProcess (*process)();
    std::optional<State> state;
};

HungProcess program()
{
    return HungProcess(Arch::Amd64);
}

HungProcess behindOneLock(void (HungProcess::*holder)())
{
    auto process = program();
    process.mutex(kMutexA, kFirstId + 8);
    for (int i = 0; i < 8; ++i)
        process.addWaiter(kMutexA);
    (process.*holder)();
    return process;
}

/// Two threads that cross two mutexes of glibc, with time limits, if any.
HungProcess crossed(std::uint64_t firstLimit, std::uint64_t secondLimit)
{
    auto process = program();
    process.mutex(kMutexA, kOther);
    process.mutex(kMutexB, kMain);
    process.addWaiter(kMutexA, 2, firstLimit);
    process.addWaiter(kMutexB, 2, secondLimit);
    return process;
}

HungProcess ringOfThree(std::uint64_t lastLimit)
{
    constexpr std::uint64_t kMutexC = 0x10200;
    auto process = program();
    process.mutex(kMutexA, kOther);
    process.mutex(kMutexB, kThird);
    process.mutex(kMutexC, kMain);
    process.addWaiter(kMutexA);
    process.addWaiter(kMutexB);
    process.addWaiter(kMutexC, 2, lastLimit);
    return process;
}

/// The second mutex holds `words`; else the two threads would wait for each other.
HungProcess withWords(const std::vector<std::uint32_t>& words)
{
    auto process = program();
    process.words(kMutexA, words);
    process.mutex(kMutexB, kMain);
    process.addWaiter(kMutexA);
    process.addWaiter(kMutexB);
    return process;
}

HungProcess withFunctions(const std::vector<std::string>& functions)
{
    auto process = program();
    process.mutex(kMutexA, kOther);
    process.mutex(kMutexB, kMain);
    process.addWaiter(kMutexA, 2, 0, functions);
    process.addWaiter(kMutexB, 2, 0, functions);
    return process;
}

HungProcess finishedCycle()
{
    auto process = crossed(0, 0);
    // Both waits have ended. Only the words of the locks remain.
    for (auto& thread : process.event().threads)
        thread.registers->set(*registerIndex(CpuFamily::Intel64, "rax"), 0);
    return process;
}

HungProcess halfFinishedCycle()
{
    auto process = crossed(0, 0);
    process.event().threads[1].registers->set(*registerIndex(CpuFamily::Intel64, "rax"), 0);
    return process;
}

/// The second thread tries the first mutex, which the first holds, again and again.
HungProcess tryLock(void (HungProcess::*between)())
{
    auto process = program();
    process.mutex(kMutexA, kOther);
    process.mutex(kMutexB, kMain, 1);
    process.addWaiter(kMutexA);
    (process.*between)();
    return process;
}

HungProcess equalIds()
{
    auto process = crossed(0, 0);
    process.addSleeper();
    process.event().threads[2].id = kOther; // As when an id was given again.
    return process;
}

HungProcess otherContainer()
{
    auto process = crossed(0, 0);
    process.wideWords(0x30010, {0x30000});
    process.words(0x302d0, {12});
    process.event().threads[0].extraRegisters.emplace_back("fs_base", 0x30000);
    return process;
}

HungProcess otherOperation()
{
    auto process = withFunctions({});
    process.waitByBitset();
    process.event().threads[0].registers->set(*registerIndex(CpuFamily::Intel64, "rsi"), 0x89);
    return process;
}

/// The waiters of a condition hold each other's mutexes only while they do not wait.
HungProcess conditions()
{
    auto process = withFunctions({"?", "pthread_cond_wait", "app!run"});
    for (auto& thread : process.event().threads)
        thread.registers->set(*registerIndex(CpuFamily::Intel64, "rsi"), 0x189);
    return process;
}

HungProcess readersHold()
{
    auto process = program();
    // Readers have the lock. __cur_writer is of the last writer.
    process.words(kMutexA, {1 << 3, 0, 2, 0, 0, 0, kOther, 0});
    process.mutex(kMutexB, kMain);
    process.addWaiter(kMutexA + 8, 2, 0, {"?", "pthread_rwlock_wrlock", "app!run"});
    process.addWaiter(kMutexB);
    return process;
}

HungProcess semaphores()
{
    auto process = program();
    process.wideWords(kMutexA, {std::uint64_t{1} << 32});
    process.wideWords(kMutexB, {std::uint64_t{1} << 32});
    const std::vector<std::string> functions{"?", "__new_sem_wait", "app!run"};
    process.addWaiter(kMutexA, 0, 0, functions);
    process.addWaiter(kMutexB, 0, 0, functions);
    return process;
}

/// A handler of a signal runs above the wait.
HungProcess interrupted()
{
    auto process = program();
    process.mutex(kMutexA, kOther);
    process.mutex(kMutexB, kMain);
    process.addWaiter(kMutexA);
    process.addThread({{"orig_rax", 34}, {"rax", kInterrupted}, {"rsp", 0x8000}},
                      {"pause", "app!onSignal", "__lll_lock_wait", "pthread_mutex_lock"});
    return process;
}

HungProcess otherProcess()
{
    constexpr std::uint32_t kShared = 128;
    auto process = crossed(0, 0);
    process.mutex(kMutexA, kFirstId + 90, 2, kShared);
    return process;
}

HungProcess musl(std::uint32_t type, std::uint32_t first, std::uint32_t second, std::uint64_t limit)
{
    auto process = program();
    process.addModule("/lib/ld-musl-x86_64.so.1");
    process.words(kMutexA, {type, first, 1});
    process.words(kMutexB, {type, second, 1});
    const std::vector<std::string> functions{"__timedwait", "__pthread_mutex_timedlock", "app!run"};
    process.addWaiter(kMutexA + 4, first, limit, functions);
    process.addWaiter(kMutexB + 4, second, limit, functions);
    return process;
}

/// Priority inheritance: the kernel has taken the thread out of the word.
HungProcess freeFutex()
{
    auto process = crossed(0, 0);
    process.words(kMutexA, {0, 0, 0, 1, 32});
    process.event().threads[0].registers->set(*registerIndex(CpuFamily::Intel64, "rsi"), 0x86);
    return process;
}

/// A join that began when the thread lived; it has ended since.
HungProcess endedThread()
{
    auto process = program();
    process.wideWords(0x30010, {0x30000});
    process.words(0x302d0, {0});
    process.mutex(kMutexB, kMain);
    process.addWaiter(0x302d0, kOther, 0, {"?", "pthread_join", "app!run"});
    process.event().threads[0].registers->set(*registerIndex(CpuFamily::Intel64, "rsi"), 0);
    process.addWaiter(kMutexB);
    return process;
}

constexpr std::uint32_t kHeapLow = 0x55557777; // Of an address, as a freed block links to another.

const std::vector<Trap>& traps()
{
    static const std::vector<Trap> kAll{
        {"convoy behind a sleeper", [] { return behindOneLock(&HungProcess::addSleeper); },
         State::Thread},
        {"convoy behind a reader", [] { return behindOneLock(&HungProcess::addReader); },
         State::Thread},
        {"convoy behind a runner", [] { return behindOneLock(&HungProcess::addRunner); },
         State::Thread},
        {"finished cycle", finishedCycle, {}},
        {"cycle that one has left", halfFinishedCycle, State::Thread},
        {"try-lock and sleep", [] { return tryLock(&HungProcess::addSleeper); }, State::Thread},
        {"try-lock and spin", [] { return tryLock(&HungProcess::addRunner); }, State::Thread},
        {"two time limits", [] { return crossed(kLimit, kLimit); }, State::Thread},
        {"one time limit of two", [] { return crossed(0, kLimit); }, State::Thread},
        {"one time limit of three", [] { return ringOfThree(kLimit); }, State::Thread},
        {"destroyed mutex", [] { return withWords({2, 0, kOther, 1, ~0u}); }, State::Damaged},
        {"freed memory", [] { return withWords({kHeapLow, 0x5555, 0xa11ce000, 0x7fff, 0x31}); },
         State::NotRecorded},
        {"freed memory that is filled",
         [] { return withWords({0xdddddddd, 0xdddddddd, 0xdddddddd, 0xdddddddd, 0xdddddddd}); },
         State::NotRecorded},
        {"mutex that was made anew", [] { return withWords({0, 0, 0, 0, 0}); }, State::Nobody},
        {"unlocked, with its last holder", [] { return withWords({0, 0, kOther, 1, 0}); },
         State::Damaged},
        {"holder that is not written yet", [] { return withWords({2, 0, 0, 1, 0}); },
         State::NotRecorded},
        {"holder that has ended", [] { return withWords({2, 0, kFirstId + 90, 1, 0}); },
         State::GoneThread},
        {"robust mutex whose holder died", [] { return withWords({0xc0000000, 0, 0, 0, 16}); },
         State::NotRecorded},
        {"id that two threads have", equalIds, State::GoneThread},
        {"ids of another container", otherContainer, State::NotRecorded},
        {"mutex of another process", otherProcess, State::OtherProcess},
        {"lock of Rust with these words",
         [] {
             return withFunctions(
                 {"syscall", "app!std::sys::sync::mutex::futex::Mutex::lock_contended"});
         },
         State::NotRecorded},
        {"the program's own lock", [] { return withFunctions({"syscall", "app!wait"}); },
         State::NotRecorded},
        {"another operation without names", otherOperation, State::NotRecorded},
        {"conditions", conditions, State::NotRecorded},
        {"readers hold it", readersHold, State::NotRecorded},
        {"semaphores", semaphores, State::NotRecorded},
        {"handler above the wait", interrupted, State::Thread},
        {"normal mutexes of musl", [] { return musl(0, 0x80000010, 0x80000010, 0); },
         State::NotRecorded},
        {"mutexes of musl with a limit",
         [] { return musl(1, kOther | 0x80000000, kMain | 0x80000000, kLimit); }, State::Thread},
        {"recursive mutex got this moment", [] { return withWords({2, 1, kMain, 1, 1}); },
         State::Thread},
        {"free futex with priority inheritance", freeFutex, State::Nobody},
        {"join with an ended thread", endedThread, State::NotRecorded},
    };
    return kAll;
}

} // namespace

class TestWaitTraps : public QObject
{
    Q_OBJECT

private slots:
    void withoutATrapItIsOne();
    void trapsAreNoDeadlocks_data();
    void trapsAreNoDeadlocks();
    void damagedMemoryClaimsNothing();
};

void TestWaitTraps::withoutATrapItIsOne()
{
    QVERIFY(claimsDeadlock(crossed(0, 0).graph()));
    QVERIFY(claimsDeadlock(ringOfThree(0).graph()));
    QVERIFY(claimsDeadlock(withWords({2, 0, kOther, 1, 0}).graph()));
    QVERIFY(claimsDeadlock(
        withFunctions({"__lll_lock_wait", "pthread_mutex_lock", "app!run"}).graph()));
    QVERIFY(traps().size() >= 24);
}

void TestWaitTraps::trapsAreNoDeadlocks_data()
{
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < traps().size(); ++i)
        QTest::newRow(traps()[i].name) << int(i);
}

void TestWaitTraps::trapsAreNoDeadlocks()
{
    QFETCH(int, number);
    const auto& trap = traps()[std::size_t(number)];
    auto process = trap.process();
    const auto graph = process.graph();
    QVERIFY(!claimsDeadlock(graph));
    const auto* object = objectOf(graph, 0);
    QCOMPARE(object != nullptr, trap.state.has_value());
    if (object == nullptr)
        return;
    QCOMPARE(ownerStateName(object->ownerState), ownerStateName(*trap.state));
    QCOMPARE(object->owner.has_value(), object->ownerState == OwnerState::Thread);
}

/// Every word of the first mutex, of a true deadlock, becomes in turn what damage may leave there.
void TestWaitTraps::damagedMemoryClaimsNothing()
{
    constexpr std::uint32_t kDamage[] = {0, 0xffffffff, 0xdeadbeef, 0x41414141, kFirstId + 90};
    for (std::size_t word : {0u, 2u, 4u}) { // __lock, __owner, __kind
        for (const auto value : kDamage) {
            if (word == 4 && value == 0)
                continue; // That is a normal mutex.
            std::vector<std::uint32_t> words{2, 0, kOther, 1, 0};
            words[word] = value;
            QVERIFY2(!claimsDeadlock(withWords(words).graph()),
                     qPrintable(QString("word %1 is %2").arg(word).arg(value, 0, 16)));
        }
    }
}

QTEST_GUILESS_MAIN(TestWaitTraps)
#include "tst_wait_traps.moc"
