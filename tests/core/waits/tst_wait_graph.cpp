// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waits/wait_findings.h"
#include "tests/core/waits/hung_process.h"

#include <QTest>

#include <cstring>

using namespace faultline;
using namespace faultline::test;
using namespace faultline::waits;

Q_DECLARE_METATYPE(faultline::OwnerState)
Q_DECLARE_METATYPE(faultline::WaitObjectKind)
Q_DECLARE_METATYPE(faultline::WaitState)

class TestWaitGraph : public QObject
{
    Q_OBJECT

private slots:
    void eachCpuHasItsCalls_data();
    void eachCpuHasItsCalls();
    void wordsTellTheOwner_data();
    void wordsTellTheOwner();
    void codeTellsTheCallOfMinidumps_data();
    void codeTellsTheCallOfMinidumps();
    void armNeedsTheInstructionOrNames_data();
    void armNeedsTheInstructionOrNames();
    void evidenceNamesTheWords();
    void truncatedMemoryClaimsNothing();
    void idsOfAnotherContainerProveNothing();
    void idsOfAnotherContainerProveNothingInMusl();
    void locksOfOthersAreNotRead_data();
    void locksOfOthersAreNotRead();
    void mutexOfConditionIsLockedAgain();
    void descriptorsTellTheLibrary();
    void recursiveMutexOfQt_data();
    void recursiveMutexOfQt();
    void longChainsAndCyclesAreLinear();
    void cyclesBesideChains();
    void guessesAreOnlyPossibleDeadlocks();
    void sectionsOfWindows_data();
    void sectionsOfWindows();
    void sectionsOutsideTheFileSaySo();
    void locksOfApple();
    void filesWithoutMemorySaySo();
};

void TestWaitGraph::eachCpuHasItsCalls_data()
{
    using Registers = std::map<std::string, std::uint64_t>;
    QTest::addColumn<int>("arch");
    QTest::addColumn<Registers>("registers");
    QTest::addColumn<WaitState>("state");
    QTest::addColumn<QString>("call");
    QTest::addColumn<bool>("isTimed");
    const auto add = [](const char* name, Arch arch, const Registers& registers, WaitState state,
                        const char* call, bool isTimed) {
        QTest::newRow(name) << int(arch) << registers << state << QString(call) << isTimed;
    };
    const auto begun = ~std::uint64_t{511}; // -512, ERESTARTSYS
    const auto timed = ~std::uint64_t{515}; // -516, ERESTART_RESTARTBLOCK
    add("x86-64, own code", Arch::Amd64, {{"orig_rax", ~0ull}, {"rax", begun}}, WaitState::Running,
        "", false);
    add("x86-64, call that has ended", Arch::Amd64, {{"orig_rax", 202}, {"rax", 0}},
        WaitState::Running, "", false);
    add("x86-64, sleep", Arch::Amd64, {{"orig_rax", 230}, {"rax", timed}}, WaitState::Sleeping,
        "clock_nanosleep", false);
    add("x86-64, poll without limit", Arch::Amd64,
        {{"orig_rax", 7}, {"rax", timed}, {"rdx", 0xffffffff}}, WaitState::InInput, "poll", false);
    add("x86-64, poll with limit", Arch::Amd64, {{"orig_rax", 7}, {"rax", timed}, {"rdx", 100}},
        WaitState::InInput, "poll", true);
    add("x86-64, interrupted epoll", Arch::Amd64,
        {{"orig_rax", 232}, {"rax", ~std::uint64_t{3}}, {"r10", 0xffffffff}}, WaitState::InInput,
        "epoll_wait", false);
    add("x86-64, another call", Arch::Amd64, {{"orig_rax", 74}, {"rax", begun}},
        WaitState::InSystem, "", false);
    add("i386, read", Arch::X86, {{"orig_eax", 3}, {"eax", 0xfffffe00}}, WaitState::InInput, "read",
        false);
    add("i386, own code", Arch::X86, {{"orig_eax", 0xffffffff}, {"eax", 0}}, WaitState::Running, "",
        false);
    add("arm64, at svc", Arch::Arm64, {{"x8", 101}, {"pc", 0x20000}}, WaitState::Sleeping,
        "nanosleep", false);
    add("arm64, elsewhere", Arch::Arm64, {{"x8", 101}, {"pc", 0x20004}}, WaitState::Unknown, "",
        false);
    add("arm, at svc", Arch::ArmV7, {{"r7", 162}, {"pc", 0x20010}}, WaitState::Sleeping,
        "nanosleep", false);
    add("arm, at svc in Thumb", Arch::ArmV7, {{"r7", 252}, {"pc", 0x20021}, {"r3", 5}},
        WaitState::InInput, "epoll_wait", true);
}

void TestWaitGraph::eachCpuHasItsCalls()
{
    using Registers = std::map<std::string, std::uint64_t>;
    QFETCH(int, arch);
    QFETCH(Registers, registers);
    HungProcess process(static_cast<Arch>(arch));
    process.words(0x20000, {0xd4000001, 0, 0, 0, 0xef000000, 0, 0, 0, 0xdf00});
    process.addThread(registers);
    const auto graph = process.graph();
    QCOMPARE(graph.threads.size(), std::size_t{1});
    QTEST(graph.threads[0].state, "state");
    QTEST(QString::fromStdString(graph.threads[0].call), "call");
    QTEST(graph.threads[0].hasTimeLimit, "isTimed");
}

void TestWaitGraph::wordsTellTheOwner_data()
{
    QTest::addColumn<QList<std::uint32_t>>("words"); // lock, count, owner, users, kind
    QTest::addColumn<bool>("isNamed");
    QTest::addColumn<std::uint32_t>("expected");
    QTest::addColumn<OwnerState>("state");
    QTest::addColumn<bool>("isDeadlock");
    const auto add = [](const char* name, const QList<std::uint32_t>& words, bool isNamed,
                        std::uint32_t expected, OwnerState state, bool isDeadlock) {
        QTest::newRow(name) << words << isNamed << expected << state << isDeadlock;
    };
    const std::uint32_t self = kFirstId;
    add("own lock", {2, 0, self, 1, 0}, true, 2, OwnerState::Thread, true);
    add("own lock without names", {2, 0, self, 1, 0}, false, 2, OwnerState::Thread, true);
    add("taken again meanwhile", {1, 0, self + 1, 1, 0}, true, 2, OwnerState::Thread, false);
    add("recursive", {2, 3, self + 1, 1, 1}, false, 2, OwnerState::Thread, false);
    add("recursive without a count", {2, 0, self + 1, 1, 1}, false, 2, OwnerState::NotRecorded,
        false);
    add("unlocked", {0, 0, 0, 0, 0}, true, 2, OwnerState::Nobody, false);
    add("unlocked, but with an owner", {0, 0, self, 1, 0}, true, 2, OwnerState::Damaged, false);
    add("taken this moment", {2, 0, 0, 0, 0}, true, 2, OwnerState::NotRecorded, false);
    add("destroyed", {2, 0, self, 1, 0xffffffff}, true, 2, OwnerState::Damaged, false);
    add("destroyed without names", {2, 0, self, 1, 0xffffffff}, false, 2, OwnerState::NotRecorded,
        false);
    add("gone", {2, 0, 999, 1, 0}, true, 2, OwnerState::GoneThread, false);
    add("gone, without names", {2, 0, 999, 1, 0}, false, 2, OwnerState::NotRecorded, false);
    add("no thread's number", {2, 0, 0x7654321, 1, 0}, true, 2, OwnerState::Damaged, false);
    add("shared with another process", {2, 0, 999, 1, 128}, true, 2, OwnerState::OtherProcess,
        false);
    add("robust", {self | 0x80000000, 1, self, 1, 16}, false, self | 0x80000000, OwnerState::Thread,
        true);
    add("robust, not yet consistent", {(self + 1) | 0xc0000000, 1, 0x7fffffff, 1, 16}, true,
        (self + 1) | 0xc0000000, OwnerState::Thread, false);
    add("robust, holder died", {0xc0000000, 0, 0, 0, 16}, true, 0xc0000000, OwnerState::Nobody,
        false);
    add("no mutex", {2, 7, self, 0, 0}, false, 2, OwnerState::NotRecorded, false);
    add("another value expected", {2, 0, self, 1, 0}, false, 7, OwnerState::NotRecorded, false);
}

void TestWaitGraph::wordsTellTheOwner()
{
    QFETCH(QList<std::uint32_t>, words);
    QFETCH(bool, isNamed);
    QFETCH(std::uint32_t, expected);
    QFETCH(bool, isDeadlock);
    HungProcess process(Arch::Amd64);
    process.words(kMutexA, {words.begin(), words.end()});
    process.addWaiter(kMutexA, expected, 0,
                      isNamed ? std::vector<std::string>{"__lll_lock_wait", "pthread_mutex_lock"}
                              : std::vector<std::string>{});
    process.addThread({{"orig_rax", ~0ull}, {"rax", 1}});
    const auto graph = process.graph();
    QVERIFY(objectOf(graph, 0) != nullptr);
    QTEST(objectOf(graph, 0)->ownerState, "state");
    QCOMPARE(objectOf(graph, 0)->owner.has_value(),
             objectOf(graph, 0)->ownerState == OwnerState::Thread);
    QCOMPARE(claimsDeadlock(graph), isDeadlock);
}

void TestWaitGraph::codeTellsTheCallOfMinidumps_data()
{
    QTest::addColumn<QByteArray>("code"); // Up to the call.
    QTest::addColumn<QString>("call");
    const auto add = [](const char* name, const char* code, const char* call) {
        QTest::newRow(name) << QByteArray::fromHex(code) << QString(call);
    };
    add("number and call", "b8ca000000 0f05", "futex");
    add("number, flag and call", "b8ca000000 4080f680 0f05", "futex");
    add("number, arguments and call", "b8ca000000 4531d2 ba02000000 89ee 0f05", "futex");
    add("number, register and call", "b8ca000000 4489c6 0f05", "futex");
    add("another number", "b807000000 31d2 0f05", "poll");
    add("number in a register", "4889f8 4889f7 0f05", "");
    add("unknown instruction between", "b8ca000000 90 0f05", "");
    add("number is changed", "b8ca000000 83c001 0f05", "");
    add("no call", "b8ca000000 ba02000000 ffd0", "");
    add("number within a number", "b8ba000000 b8ca000000 0f05", "futex");
}

void TestWaitGraph::codeTellsTheCallOfMinidumps()
{
    QFETCH(QByteArray, code);
    HungProcess process(Arch::Amd64);
    auto bytes = QByteArray(24 - code.size(), '\xcc') + code;
    std::vector<std::uint32_t> words(std::size_t(bytes.size()) / 4);
    std::memcpy(words.data(), bytes.constData(), words.size() * 4);
    process.words(0x50000, words);
    process.addThread({{"rax", ~std::uint64_t{511}}, {"rip", 0x50018}, {"rdi", 0x40000}});
    const auto graph = process.graph();
    QTEST(QString::fromStdString(graph.threads[0].call), "call");
}

void TestWaitGraph::armNeedsTheInstructionOrNames_data()
{
    QTest::addColumn<int>("arch");
    QTest::addColumn<std::uint64_t>("pc");
    QTest::addColumn<bool>("isNamed");
    QTest::addColumn<std::uint64_t>("argument");
    QTest::addColumn<bool>("isFound");
    const auto add = [](const char* name, Arch arch, std::uint64_t pc, bool isNamed,
                        std::uint64_t argument, bool isFound) {
        QTest::newRow(name) << int(arch) << pc << isNamed << argument << isFound;
    };
    add("arm64 at svc", Arch::Arm64, 0x20000, false, kMutexA, true);
    add("arm64 after svc", Arch::Arm64, 0x20004, false, kMutexA, true);
    add("arm64 after svc, with a result", Arch::Arm64, 0x20004, false, 1, false);
    add("arm64 with names", Arch::Arm64, 0x50000, true, kMutexA, true);
    add("arm64 with neither", Arch::Arm64, 0x50000, false, kMutexA, false);
    add("arm64, result in the place of the argument", Arch::Arm64, 0x50000, true,
        ~std::uint64_t{511}, false);
    add("arm64, success in the place of the argument", Arch::Arm64, 0x50000, true, 0, false);
    add("arm64, address whose lower half is like an error", Arch::Arm64, 0x50000, true,
        0x7f00fffff008, true);
    add("arm at svc", Arch::ArmV7, 0x20010, false, kMutexA, true);
    add("arm, result in the place of the argument", Arch::ArmV7, 0x50000, true, 0xfffffe00, false);
}

void TestWaitGraph::armNeedsTheInstructionOrNames()
{
    QFETCH(int, arch);
    QFETCH(std::uint64_t, pc);
    QFETCH(bool, isNamed);
    QFETCH(std::uint64_t, argument);
    QFETCH(bool, isFound);
    const bool isWide = static_cast<Arch>(arch) == Arch::Arm64;
    HungProcess process(static_cast<Arch>(arch));
    process.words(0x20000, {0xd4000001, 0, 0, 0, 0xef000000});
    // On 32 bits, __kind comes before __nusers.
    process.words(isFound ? argument : kMutexA,
                  {2, 0, kFirstId + 1, isWide ? 1u : 0u, isWide ? 0u : 1u, 0});
    const std::vector<std::string> functions{"__lll_lock_wait", "pthread_mutex_lock"};
    process.addThread({{isWide ? "x8" : "r7", isWide ? 98 : 240},
                       {isWide ? "x0" : "r0", argument},
                       {isWide ? "x1" : "r1", 0x80},
                       {isWide ? "x2" : "r2", 2},
                       {isWide ? "x3" : "r3", 0},
                       {"pc", pc}},
                      isNamed ? functions : std::vector<std::string>{});
    process.addThread({{"pc", 0x50000}});
    const auto graph = process.graph();
    QCOMPARE(objectOf(graph, 0) != nullptr, isFound);
    if (isFound)
        QCOMPARE(objectOf(graph, 0)->owner, std::optional<std::uint32_t>(1));
}

void TestWaitGraph::evidenceNamesTheWords()
{
    const auto graph = deadlock().graph();
    QCOMPARE(graph.findings.size(), std::size_t{1});
    QCOMPARE(graph.findings[0].kind, WaitFindingKind::Deadlock);
    QCOMPARE(graph.findings[0].threads, (std::vector<std::uint32_t>{0, 1}));
    const auto* object = objectOf(graph, 0);
    QCOMPARE(object->ownerId, std::optional<std::uint64_t>(kFirstId + 1));
    const auto owner = std::ranges::find(object->evidence, "__owner", &WaitEvidence::member);
    QVERIFY(owner != object->evidence.end());
    QCOMPARE(owner->address, kMutexA + 8);
    QCOMPARE(owner->value, std::uint64_t{kFirstId + 1});
}

void TestWaitGraph::truncatedMemoryClaimsNothing()
{
    auto process = deadlock();
    // The padding after __kind tells nothing.
    const auto needed = process.memoryBytes() - 20;
    for (std::size_t size = 0; size < process.memoryBytes(); ++size)
        QCOMPARE(claimsDeadlock(process.graph(size)), size >= needed);
    const auto none = process.graph(0);
    QCOMPARE(objectOf(none, 0)->ownerState, OwnerState::NoMemory);
}

void TestWaitGraph::idsOfAnotherContainerProveNothing()
{
    auto process = deadlock();
    // glibc's descriptor of the first thread says that its id is 12.
    process.wideWords(0x30010, {0x30000});
    process.words(0x302d0, {12});
    process.event().threads[0].extraRegisters.emplace_back("fs_base", 0x30000);
    const auto graph = process.graph();
    QVERIFY(graph.findings.empty());
    QCOMPARE(objectOf(graph, 0)->ownerState, OwnerState::NotRecorded);
}

void TestWaitGraph::idsOfAnotherContainerProveNothingInMusl()
{
    HungProcess process(Arch::Amd64);
    process.addModule("/lib/ld-musl-x86_64.so.1");
    process.words(kMutexA, {1, 0x80000007, 1}); // Recursive; thread 7 of the container holds it.
    process.wideWords(0x30000, {0x30000, 0, 0x31000, 0x31000, 0, 0, 12});
    process.addWaiter(kMutexA + 4, 0x80000007, 0, {"__timedwait", "__pthread_mutex_timedlock"});
    process.event().threads[0].extraRegisters.emplace_back("fs_base", 0x30000);
    const auto graph = process.graph();
    QVERIFY(graph.findings.empty());
    QCOMPARE(objectOf(graph, 0)->ownerState, OwnerState::NotRecorded);
}

void TestWaitGraph::locksOfOthersAreNotRead_data()
{
    using Functions = std::vector<std::string>;
    QTest::addColumn<Functions>("functions");
    QTest::addColumn<bool>("isBitset");
    QTest::addColumn<bool>("isDeadlock");
    QTest::addColumn<WaitObjectKind>("kind");
    const auto add = [](const char* name, const Functions& functions, bool isBitset,
                        bool isDeadlock, WaitObjectKind kind) {
        QTest::newRow(name) << functions << isBitset << isDeadlock << kind;
    };
    using enum WaitObjectKind;
    add("Rust's mutex", {"syscall", "app!std::sys::sync::mutex::futex::Mutex::lock_contended"},
        true, false, Mutex);
    add("Rust's mutex in a static program", {"std::sys::sync::mutex::futex::Mutex::lock_contended"},
        false, false, Mutex);
    add("program's own call", {"syscall", "app!wait"}, false, false, Futex);
    add("program's own call, without names", {"?", "app!wait"}, false, false, Futex);
    add("call outside the library", {"app!wait", "app!run"}, false, false, Futex);
    add("C++ guard", {"syscall", "app!__cxa_guard_acquire"}, false, false, OnceFlag);
    add("Qt's mutex", {"syscall", "app!_ZN11QBasicMutex12lockInternalEv"}, false, false, Mutex);
    add("other operation", {}, true, false, Futex);
    add("glibc's mutex", {"?", "?", "app!run"}, false, true, Mutex);
    add("glibc's mutex with names", {"__lll_lock_wait", "pthread_mutex_lock", "app!run"}, false,
        true, Mutex);
}

void TestWaitGraph::locksOfOthersAreNotRead()
{
    using Functions = std::vector<std::string>;
    QFETCH(Functions, functions);
    QFETCH(bool, isBitset);
    QFETCH(bool, isDeadlock);
    HungProcess process(Arch::Amd64);
    process.mutex(kMutexA, kFirstId);
    process.addWaiter(kMutexA, 2, 0, functions);
    if (isBitset)
        process.waitByBitset();
    const auto graph = process.graph();
    QCOMPARE(claimsDeadlock(graph), isDeadlock);
    QCOMPARE(objectOf(graph, 0)->ownerState,
             isDeadlock ? OwnerState::Thread : OwnerState::NotRecorded);
    QTEST(objectOf(graph, 0)->kind, "kind");
    // A word that the file lacks would not tell either.
    QCOMPARE(objectOf(process.graph(0), 0)->ownerState,
             isDeadlock && !functions.front().starts_with("?") ? OwnerState::NoMemory
                                                               : OwnerState::NotRecorded);
}

void TestWaitGraph::mutexOfConditionIsLockedAgain()
{
    HungProcess process(Arch::Amd64);
    process.mutex(kMutexA, kFirstId + 1);
    const std::vector<std::string> functions{"?", "pthread_cond_wait", "app!run"};
    process.addWaiter(kMutexA, 2, 0, functions);
    process.addThread({{"orig_rax", ~0ull}, {"rax", 1}});
    process.words(kMutexB, {2, 0, kFirstId, 1, 0});
    process.addWaiter(kMutexB, 2, 0, functions);
    process.waitByBitset(); // Waits for the condition itself.
    const auto graph = process.graph();
    QCOMPARE(objectOf(graph, 0)->kind, WaitObjectKind::Mutex);
    QCOMPARE(objectOf(graph, 0)->owner, std::optional<std::uint32_t>(1));
    QCOMPARE(objectOf(graph, 2)->kind, WaitObjectKind::Condition);
    QVERIFY(!objectOf(graph, 2)->owner);
}

void TestWaitGraph::descriptorsTellTheLibrary()
{
    // A static program: the name of musl's function of streams counts once the library is known.
    HungProcess process(Arch::Amd64);
    process.addModule("/srv/program");
    process.words(kMutexA, {(kFirstId + 1) | 0x40000000});
    process.addWaiter(kMutexA, (kFirstId + 1) | 0x40000000, 0, {"flockfile", "run"});
    process.addThread({{"orig_rax", ~0ull}, {"rax", 1}});
    QVERIFY(!objectOf(process.graph(), 0)->owner);
    process.wideWords(0x30000, {0x30000, 0, 0x31000, 0x31000, 0, 0, kFirstId});
    process.event().threads[0].extraRegisters.emplace_back("fs_base", 0x30000);
    QCOMPARE(objectOf(process.graph(), 0)->owner, std::optional<std::uint32_t>(1));
}

void TestWaitGraph::recursiveMutexOfQt_data()
{
    QTest::addColumn<std::uint64_t>("owner");
    QTest::addColumn<QString>("function");
    QTest::addColumn<std::uint64_t>("lock");
    QTest::addColumn<bool>("isFound");
    const auto add = [](const char* name, std::uint64_t owner, const char* function,
                        std::uint64_t lock, bool isFound) {
        QTest::newRow(name) << owner << QString(function) << lock << isFound;
    };
    const auto* const tryLock = "_ZN15QRecursiveMutex7tryLockEi";
    add("held", 0x30000, tryLock, 3, true);
    add("held, Qt 6.6", 0x30000, "_ZN15QRecursiveMutex7tryLockE14QDeadlineTimer", 3, true);
    add("taken this moment", 0, tryLock, 3, false);
    add("no descriptor", 0x38000, tryLock, 3, false);
    add("other word", 0x30000, tryLock, 1, false);
    add("another function", 0x30000, "run", 3, false);
}

void TestWaitGraph::recursiveMutexOfQt()
{
    QFETCH(std::uint64_t, owner);
    QFETCH(QString, function);
    QFETCH(std::uint64_t, lock);
    QFETCH(bool, isFound);
    HungProcess process(Arch::Amd64);
    process.wideWords(0x30010, {0x30000});
    process.words(0x302d0, {kFirstId});
    process.wideWords(kMutexA, {owner, 0, lock});
    process.addWaiter(
        kMutexA + 16, 3, 0,
        {"syscall", "app!_ZN11QBasicMutex12lockInternalEi", function.toStdString(), "app!run"});
    const auto graph = process.graph();
    QCOMPARE(objectOf(graph, 0)->owner.has_value(), isFound);
    QVERIFY(!claimsDeadlock(graph)); // Its owner is the thread itself, but it is recursive.
    if (isFound)
        QCOMPARE(objectOf(graph, 0)->address, std::optional<std::uint64_t>(kMutexA));
}

void TestWaitGraph::longChainsAndCyclesAreLinear()
{
    constexpr std::uint32_t kThreads = 20000;
    WaitGraph graph;
    for (std::uint32_t i = 0; i < kThreads; ++i) {
        WaitObject object;
        object.kind = WaitObjectKind::Mutex;
        object.ownerState = OwnerState::Thread;
        object.owner = (i + 1) % kThreads;
        graph.objects.push_back(object);
        ThreadWait wait;
        wait.thread = i;
        wait.state = WaitState::Waiting;
        wait.object = i;
        graph.threads.push_back(wait);
    }
    const auto ring = findWaitProblems(graph);
    QCOMPARE(ring.size(), std::size_t{1});
    QCOMPARE(ring[0].threads.size(), std::size_t{kThreads});
    graph.threads.back().hasTimeLimit = true;
    QVERIFY(findWaitProblems(graph).empty());
    graph.threads.back().hasTimeLimit = false;
    graph.objects.back().owner = 0xffffffff; // No such thread.
    QVERIFY(findWaitProblems(graph).empty());
    graph.threads.back().object = 0xffffffff; // No such object.
    QCOMPARE(findWaitProblems(graph).size(), std::size_t{1});
}

void TestWaitGraph::cyclesBesideChains()
{
    auto process = deadlock();
    process.addWaiter(kMutexA); // Waits for the cycle, and is no part of it.
    process.addWaiter(kMutexB);
    const auto graph = process.graph();
    QCOMPARE(graph.findings.size(), std::size_t{1});
    QCOMPARE(graph.findings[0].threads, (std::vector<std::uint32_t>{0, 1}));
    auto timed = deadlock();
    timed.addWaiter(kMutexA);
    timed.event().threads[1].registers->set(10, 0x7100); // r10: the second wait has a limit.
    QVERIFY(!claimsDeadlock(timed.graph()));
}

void TestWaitGraph::guessesAreOnlyPossibleDeadlocks()
{
    // musl's normal mutexes record no holder; each thread has the other's mutex on its stack.
    HungProcess process(Arch::Amd64);
    process.addModule("/lib/ld-musl-x86_64.so.1");
    process.words(kMutexA, {0, 0x80000010, 1});
    process.words(kMutexB, {0, 0x80000010, 1});
    process.wideWords(0x7000, {kMutexA, kMutexB});
    process.wideWords(0x8000, {kMutexB, kMutexA});
    const std::vector<std::string> functions{"__timedwait", "__pthread_mutex_timedlock", "run"};
    process.addWaiter(kMutexA + 4, 0x80000010, 0, functions);
    process.addWaiter(kMutexB + 4, 0x80000010, 0, functions);
    process.event().threads[1].registers->set(7, 0x8000); // rsp
    const auto graph = process.graph();
    QCOMPARE(objectOf(graph, 0)->ownerState, OwnerState::NotRecorded);
    QVERIFY(!objectOf(graph, 0)->owner);
    QCOMPARE(objectOf(graph, 0)->guessedOwner, std::optional<std::uint32_t>(1));
    QCOMPARE(graph.findings.size(), std::size_t{1});
    QCOMPARE(graph.findings[0].kind, WaitFindingKind::PossibleDeadlock);
}

void TestWaitGraph::sectionsOfWindows_data()
{
    QTest::addColumn<std::uint64_t>("debugInfo");
    QTest::addColumn<std::uint32_t>("lockCount");
    QTest::addColumn<std::uint64_t>("owner");
    QTest::addColumn<bool>("isFound");
    const auto add = [](const char* name, std::uint64_t debugInfo, std::int32_t lockCount,
                        std::uint64_t owner, bool isFound) {
        QTest::newRow(name) << debugInfo << static_cast<std::uint32_t>(lockCount) << owner
                            << isFound;
    };
    add("held, with a waiter", ~0ull, -6, kFirstId, true);
    add("with its debug record", 0x40000, -6, kFirstId, true);
    add("debug record of another one", 0x40100, -6, kFirstId, false);
    add("held, without waiters", ~0ull, -2, kFirstId, true);
    add("free", ~0ull, -1, 0, false);
    add("owner's number is impossible", ~0ull, -6, kFirstId + 1, false);
}

void TestWaitGraph::sectionsOfWindows()
{
    QFETCH(std::uint64_t, debugInfo);
    QFETCH(std::uint32_t, lockCount);
    QFETCH(std::uint64_t, owner);
    QFETCH(bool, isFound);
    HungProcess process(Arch::Amd64, OsFamily::Windows);
    process.wideWords(kMutexA, {debugInfo, lockCount | std::uint64_t{1} << 32, owner, 0x44, 0});
    process.wideWords(0x40000, {0, kMutexA});
    process.wideWords(0x40100, {0, kMutexB});
    process.wideWords(0x7000, {0, 1, kMutexA, 2, 0, 0, 0, 0, 0, 0, 0, 0});
    process.addThread({{"rsp", 0x7000}}, {"NtWaitForAlertByThreadId", "RtlpWaitOnCriticalSection",
                                          "RtlEnterCriticalSection", "run"});
    const auto graph = process.graph();
    QCOMPARE(graph.threads[0].state, WaitState::Waiting);
    QCOMPARE(objectOf(graph, 0) != nullptr, isFound);
    QVERIFY(!claimsDeadlock(graph)); // Its owner is the thread itself, but it is recursive.
    if (isFound) {
        QCOMPARE(objectOf(graph, 0)->kind, WaitObjectKind::CriticalSection);
        QCOMPARE(objectOf(graph, 0)->owner, std::optional<std::uint32_t>(0));
    }
}

void TestWaitGraph::sectionsOutsideTheFileSaySo()
{
    HungProcess process(Arch::Amd64, OsFamily::Windows);
    process.wideWords(0x7000, {0, 1, kMutexA, 2, 0, 0, 0, 0, 0, 0, 0, 0});
    process.addThread({{"rsp", 0x7000}}, {"NtWaitForAlertByThreadId", "RtlpWaitOnCriticalSection",
                                          "RtlEnterCriticalSection", "run"});
    process.event().threads[0].stackBegin = 0x7000;
    process.event().threads[0].stackEnd = 0x7060;
    const auto graph = process.graph();
    QCOMPARE(objectOf(graph, 0)->kind, WaitObjectKind::CriticalSection);
    QCOMPARE(objectOf(graph, 0)->ownerState, OwnerState::NoMemory);
}

void TestWaitGraph::locksOfApple()
{
    HungProcess process(Arch::Arm64, OsFamily::MacOs);
    process.wideWords(kMutexA, {0x4d555458, 0, 0, kFirstId + 1, 0});
    process.words(kMutexB, {kFirstId & ~3u});
    process.addThread({{"x0", kMutexA}}, {"__psynch_mutexwait", "_pthread_mutex_lock"});
    process.addThread({{"x1", kMutexB}}, {"__ulock_wait", "_os_unfair_lock_lock_slow"});
    const auto graph = process.graph();
    QCOMPARE(objectOf(graph, 0)->kind, WaitObjectKind::Mutex);
    QCOMPARE(objectOf(graph, 0)->owner, std::optional<std::uint32_t>(1));
    // Ports are numbers of their own kind, which this file's threads do not have.
    QCOMPARE(objectOf(graph, 1)->kind, WaitObjectKind::SlimLock);
    QCOMPARE(objectOf(graph, 1)->ownerState, OwnerState::NotRecorded);
    QVERIFY(!objectOf(graph, 1)->owner);
}

void TestWaitGraph::filesWithoutMemorySaySo()
{
    Event event;
    event.makeNative().memory = std::make_shared<const MemoryImage>();
    event.threads.emplace_back();
    const auto graph = findWaits(event, {});
    QVERIFY(graph);
    QCOMPARE(graph->state, DetailState::NoMemory);
    QVERIFY(graph->threads.empty());
    event.makeNative().memory = nullptr;
    QCOMPARE(findWaits(event, {})->state, DetailState::NoMemory);
    event.detail = JvmEvent{};
    QVERIFY(!findWaits(event, {}));
    event.makeNative().memory = std::make_shared<const MemoryImage>();
    event.kind = EventKind::NativeJson;
    QVERIFY(!findWaits(event, {}));
}

QTEST_GUILESS_MAIN(TestWaitGraph)
#include "tst_wait_graph.moc"
