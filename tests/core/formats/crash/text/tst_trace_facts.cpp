// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/text/native_text.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::nativetext;

/// What a text says besides the functions of its stacks.
class TestTraceFacts : public QObject
{
    Q_OBJECT

private slots:
    void framesKeepTheirText();
    void modulesHaveTheirBuildIds();
    void factsOfATombstone();
    void accessesAreTold_data();
    void accessesAreTold();
    void noThreadIsChosenWithoutWords();
    void markupSaysWhatReturns();
    void factsOfTheKernel();
    void goTellsTheLastPanic_data();
    void goTellsTheLastPanic();
    void cratesOfRustHaveNoHashes();
    void signalsInterruptExactAddresses_data();
    void signalsInterruptExactAddresses();
    void membersWithoutATracebackAreTold();
    void spindumpsKeepTheirCallTrees();
    void samplesKeepTheirCallTrees();
    void damagedSamplesLoseTheLine();
};

void TestTraceFacts::framesKeepTheirText()
{
    const auto file = ByteView::fromString("one\ntwo\n    #0 0x51b8d6 in parse(char const*) "
                                           "/src/a.cc:7:10\n    #1 0x51b9a0 in main\n");
    const auto event = readTraceOf(kSanitizerForm, file, {});
    QVERIFY(event.has_value());
    const auto& frame = (*event)->threads.at(0).givenFrames->at(0);
    QVERIFY(frame.carried != nullptr);
    QCOMPARE(frame.carried->textLine, 3u);
    QCOMPARE(frame.carried->text, std::string("#0 0x51b8d6 in parse(char const*) /src/a.cc:7:10"));
    QCOMPARE(frame.carried->adjust, std::optional(false));
    QCOMPARE(frame.position.absPath, std::optional<std::string>("/src/a.cc"));
}

void TestTraceFacts::modulesHaveTheirBuildIds()
{
    const auto file = ByteView::fromString(
        "pid: 5, tid: 6, name: w  >>> a <<<\nbacktrace:\n"
        "  #00 pc 10  /data/app/base.apk!lib.so (offset 0x1000) (f(int)+4) (BuildId: "
        "0123456789abcdef0123456789abcdef01234567)\n  #01 pc 20  /data/app/base.apk!lib.so (offset "
        "0x1000) (BuildId: 0123456789abcdef0123456789abcdef01234567)\n  #02 pc 30  <unknown>\n");
    const auto event = readTraceOf(kTombstoneForm, file, {});
    QVERIFY(event.has_value());
    QCOMPARE((*event)->modules.size(), std::size_t{1});
    const auto& module = (*event)->modules[0];
    QCOMPARE(module.codeFile, std::optional<std::string>("/data/app/base.apk!lib.so"));
    QCOMPARE(module.debugFile, std::optional<std::string>("lib.so"));
    QCOMPARE(module.codeId->text(), std::string("0123456789abcdef0123456789abcdef01234567"));
    QVERIFY(module.debugId.has_value());
    const auto& frames = *(*event)->threads[0].givenFrames;
    QCOMPARE(frames.size(), std::size_t{3});
    QVERIFY(!frames[2].asNative()->relativeTo);
}

void TestTraceFacts::factsOfATombstone()
{
    const auto file = ByteView::fromString(
        "*** *** *** ***\nABI: 'arm64'\npid: 7, tid: 8, name: RenderThread  >>> org.app <<<\n"
        "signal 6 (SIGABRT), code -1 (SI_QUEUE from pid 7, uid 10245), fault addr --------\n"
        "Abort message: 'ubsan: out of range'\n    x0  0000000000000001  x1  0000007b4c3d2a10\n"
        "    lr  0000007b2a211498  pc  0000007b2a2070d0\n\nbacktrace:\n      #00 pc 10  /a.so\n\n"
        "memory map (2 entries):\n"
        "    0-ffffffffffffffff r-x         0    110000  /all\n"
        "    0000007b'2a1f0000-0000007b'2a2fffff r-x         0    110000  /a.so (load bias 0x1)\n"
        "--->Fault address falls at 0\n");
    const auto event = readTraceOf(kTombstoneForm, file, {});
    QVERIFY(event.has_value());
    const auto& native = *(*event)->asNative();
    QCOMPARE((*event)->system.arch, Arch::Arm64);
    QCOMPARE((*event)->crash.reason, std::string("SIGABRT / SI_QUEUE"));
    QCOMPARE((*event)->crash.assertion, std::string("ubsan: out of range"));
    QVERIFY(!(*event)->crash.addressKnown);
    QCOMPARE(native.process.id, std::optional(7u));
    QCOMPARE(native.process.name, std::string("org.app"));
    QCOMPARE((*event)->threads[0].givenRegisters.size(), std::size_t{4});
    QCOMPARE(native.memoryMap.size(), std::size_t{1});
    QCOMPARE(native.memoryMap[0].address, std::uint64_t{0x7b2a1f0000});
    QCOMPARE(native.memoryMap[0].sizeBytes, std::uint64_t{0x110000});
    QVERIFY(native.memoryMap[0].executable);
    QCOMPARE(native.memoryMap[0].owner, std::string("/a.so"));
}

void TestTraceFacts::accessesAreTold_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("kind");
    QTest::addColumn<quint64>("size");
    const auto row = [](const char* name, const char* line, MemoryAccessKind kind, quint64 size) {
        QTest::newRow(name) << QByteArray(line) << static_cast<int>(kind) << size;
    };
    using enum MemoryAccessKind;
    row("read", "READ of size 1 at 0x602000000011 thread T0", Read, 1);
    row("write", "WRITE of size 8 at 0x602000000011 thread T3", Write, 8);
    row("a race", "  Write of size 4 at 0x602000000011 by thread T1:", Write, 4);
    row("an atomic one", "  Atomic read of size 4 at 0x602000000011 by main thread:", Read, 4);
    row("a signal", "==1==The signal is caused by a WRITE memory access.", Write, 0);
    row("unknown", "ACCESS of size 4 at 0x602000000011 thread T0", Unknown, 4);
}

void TestTraceFacts::accessesAreTold()
{
    QFETCH(const QByteArray, line);
    QFETCH(const int, kind);
    QFETCH(const quint64, size);
    const auto file =
        ByteView::fromString(concat("==1==ERROR: AddressSanitizer: some-kind\n", line.toStdString(),
                                    "\n    #0 0x1 in f /a.c:1:2\n"));
    const auto event = readTraceOf(kSanitizerForm, file, {});
    QVERIFY(event.has_value());
    const auto& access = (*event)->crash.access;
    QVERIFY(access.has_value());
    QCOMPARE(static_cast<int>(access->kind), kind);
    QCOMPARE(quint64(access->sizeBytes), size);
}

/// Of several threads the text must name the one that crashed.
void TestTraceFacts::noThreadIsChosenWithoutWords()
{
    const std::string two =
        "Thread 2 (Thread 0x7f1 (LWP 13)):\n#0  0x1 in poll () from /libc.so.6\n"
        "Thread 1 (Thread 0x7f2 (LWP 12)):\n#0  0x2 in main () at a.c:4\n";
    const auto silent = readTraceOf(kDebuggerForm, ByteView::fromString(two), {});
    QVERIFY(silent.has_value());
    QVERIFY(!(*silent)->requestingThread);
    QVERIFY(!(*silent)->crash.threadId);
    const auto named = readTraceOf(
        kDebuggerForm, ByteView::fromString("[Current thread is 1 (LWP 12)]\n" + two), {});
    QVERIFY(named.has_value());
    QCOMPARE((*named)->requestingThread, std::optional(1u));
    QVERIFY((*named)->crash.threadId == 12u);
}

void TestTraceFacts::markupSaysWhatReturns()
{
    const auto file = ByteView::fromString("{{{reset}}}\n{{{bt:0:0x41b5e31cd1:ra}}}\n"
                                           "{{{bt:1:0x41b5e31ce1:pc}}}\n{{{bt:2:0x41b5e31cf1}}}\n");
    const auto event = readTraceOf(kMarkupForm, file, {});
    QVERIFY(event.has_value());
    const auto& frames = *(*event)->threads.front().givenFrames;
    QCOMPARE(frames.size(), std::size_t{3});
    QCOMPARE(frames[0].carried->adjust, std::optional(true));
    QCOMPARE(frames[1].carried->adjust, std::optional(false));
    QVERIFY(!frames[2].carried->adjust);
}

void TestTraceFacts::factsOfTheKernel()
{
    const auto file = ByteView::fromString(
        "[   12.000001] ------------[ cut here ]------------\n"
        "[   12.000002] refcount_t: underflow; use-after-free.\n"
        "[   12.000003] WARNING: CPU: 0 PID: 77 at lib/refcount.c:28 foo_put+0x1/0x2\n"
        "[   12.000004] Modules linked in: foo\n"
        "[   12.000005] #PF: supervisor write access in kernel mode\n"
        "[   12.000006] Call Trace:\n[   12.000007]  foo_put+0x1/0x2\n");
    const auto event = readTraceOf(kKernelForm, file, {});
    QVERIFY(event.has_value());
    QCOMPARE((*event)->crash.details, std::string("refcount_t: underflow; use-after-free."));
    QVERIFY((*event)->crash.access.has_value());
    QVERIFY((*event)->crash.access->kind == MemoryAccessKind::Write);
    QCOMPARE((*event)->requestingThread, std::optional(0u));
}

void TestTraceFacts::goTellsTheLastPanic_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("details");
    QTest::newRow("one") << QByteArray("panic: a\n") << QByteArray("a") << QByteArray();
    QTest::newRow("while the first was handled")
        << QByteArray("panic: first [recovered]\n\tpanic: again first\n")
        << QByteArray("again first") << QByteArray("caused by: first");
    QTest::newRow("three, with a signal")
        << QByteArray("panic: a\n\tpanic: b [recovered]\n\tpanic: c\n"
                      "[signal SIGSEGV: segmentation violation code=0x1 addr=0x8 pc=0x49]\n")
        << QByteArray("c") << QByteArray("caused by: b\ncaused by: a");
    QTest::newRow("panicked again since Go 1.23")
        << QByteArray("panic: a [recovered, repanicked]\n") << QByteArray("a") << QByteArray();
    QTest::newRow("brackets of a message")
        << QByteArray("panic: index [5]\n") << QByteArray("index [5]") << QByteArray();
}

void TestTraceFacts::goTellsTheLastPanic()
{
    QFETCH(const QByteArray, head);
    QFETCH(const QByteArray, message);
    QFETCH(const QByteArray, details);
    const auto text =
        head.toStdString() + "\ngoroutine 1 [running]:\nmain.f(0x1)\n\t/a.go:1 +0x8\n";
    const auto found = findTraces(text, {}, 10).traces;
    QCOMPARE(found.size(), std::size_t{1});
    const auto event = readTraceOf(*found[0].form, ByteView::fromString(text), {});
    QVERIFY(event.has_value());
    QCOMPARE(QByteArray::fromStdString((*event)->crash.assertion), message);
    QCOMPARE(QByteArray::fromStdString((*event)->crash.details), details);
}

/// The hashes change with the toolchain. Types of slices and arrays stay.
void TestTraceFacts::cratesOfRustHaveNoHashes()
{
    const std::string text =
        "thread 'main' panicked at a.rs:1:2:\nno\nstack backtrace:\n"
        "   0: std[e28293b1aa0f68bd]::io::f::<core[c1f1a4ba060b9bfa]::fmt::Argument>\n"
        "   1: <[u8; 4] as app[1f]::Sum>::of\n   2: app::first::<[abc]>\n   3: app::tail[\n";
    const auto found = findTraces(text, {}, 10).traces;
    QCOMPARE(found.size(), std::size_t{1});
    const auto event = readTraceOf(*found[0].form, ByteView::fromString(text), {});
    QVERIFY(event.has_value());
    QStringList names;
    for (const auto& frame : *(*event)->threads.front().givenFrames)
        names << QString::fromStdString(frame.position.function.value_or(""));
    QCOMPARE(names, (QStringList{"std::io::f::<core::fmt::Argument>", "<[u8; 4] as app::Sum>::of",
                                 "app::first::<[abc]>", "app::tail["}));
}

/// Which frames have an address that is no return address ("=") and which of them the program's own
/// handler tells as interrupted ("!").
void TestTraceFacts::signalsInterruptExactAddresses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray frame = "./a(f+0x4) [0x55d5b0e1a004]\n";
    const QByteArray system = "/lib/libc.so.6(+0x3c050) [0x7f7943236050]\n";
    QTest::newRow("no signal") << frame + frame + frame << QByteArray("...");
    QTest::newRow("a callback of the library of C") << frame + system + frame << QByteArray("...");
    QTest::newRow("a signal") << "Caught signal 11\n" + frame + system + frame + frame
                              << QByteArray("=.!.");
    QTest::newRow("a call into the library after a signal")
        << "Caught signal 11\n" + frame + "/lib/libc.so.6(+0x3c057) [0x7f7943236057]\n" + frame
        << QByteArray("...");
    QTest::newRow("a name of the system's")
        << frame + "/lib/libc.so.6(__restore_rt+0x0) [0x7f7943236050]\n" + frame
        << QByteArray("=.!");
    QTest::newRow("a name of the handler's")
        << frame + "./a(onSignal+0x4) [0x55d5b0e1a004]\n./a() [0x7f7943236051]\n" + frame
        << QByteArray("....");
    QTest::newRow("a name that says that it is the handler")
        << frame + "./a(SignalHandler+0x4) [0x55d5b0e1a004]\n./a() [0x7f7943236051]\n" + frame
        << QByteArray("=..!");
    QTest::newRow("GDB") << QByteArray("#0  0x01 in f () at a.c:1\n#1  <signal handler called>\n"
                                       "#2  0x02 in g () at a.c:2\n#3  0x03 in main () at a.c:3\n")
                         << QByteArray("=.=.");
}

void TestTraceFacts::signalsInterruptExactAddresses()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    const auto found = findTraces(text.toStdString(), {}, 1).traces;
    QCOMPARE(found.size(), std::size_t{1});
    const auto event =
        readTraceOf(*found[0].form, ByteView::fromString(text.toStdString()), {}).value();
    QByteArray marks;
    for (const auto& frame : *event->threads.at(0).givenFrames) {
        const bool isExact = frame.carried && frame.carried->adjust == false;
        const bool isInterrupted = frame.trust == FrameTrust::Context;
        QVERIFY(isExact || !isInterrupted);
        marks += isInterrupted ? '!' : isExact ? '=' : '.';
    }
    QCOMPARE(marks, expected);
}

/// Nobody raised them, so that they have no stack.
void TestTraceFacts::membersWithoutATracebackAreTold()
{
    const std::string text = "  + Exception Group Traceback (most recent call last):\n"
                             "  |   File \"/srv/app.py\", line 31, in main\n"
                             "  | ExceptionGroup: many (2 sub-exceptions)\n"
                             "  +-+---------------- 1 ----------------\n"
                             "    | ValueError: 1\n"
                             "    +---------------- 2 ----------------\n"
                             "    | ExceptionGroup: inner (2 sub-exceptions)\n"
                             "    +-+---------------- 1 ----------------\n"
                             "      | TypeError: t\n"
                             "      +---------------- 2 ----------------\n"
                             "      | Traceback (most recent call last):\n"
                             "      |   File \"/srv/app.py\", line 12, in fetch\n"
                             "      | KeyError: 'k'\n"
                             "      +------------------------------------\n";
    const auto found = findTraces(text, {}, 10).traces;
    QCOMPARE(found.size(), std::size_t{1});
    const auto part = text.substr(found[0].firstByte, found[0].endByte - found[0].firstByte);
    const auto event = readTraceOf(*found[0].form, ByteView::fromString(part), {}).value();
    QCOMPARE(event->threads.size(), std::size_t{2});
    QByteArray members;
    for (const auto& [name, value] : event->details) {
        if (name == "member without a traceback")
            members += value + ";";
    }
    QCOMPARE(members,
             QByteArray("ValueError: 1;ExceptionGroup: inner (2 sub-exceptions);TypeError: t;"));
}

/// All calls of a thread with their samples, and the heaviest of them as its stack.
void TestTraceFacts::spindumpsKeepTheirCallTrees()
{
    const auto text = QByteArray("Date/Time:        2026-11-26 10:00:00.000 +0000\n\n"
                                 "Process:          Viewer [4242]\n\n"
                                 "  Thread 0x1234    25 samples (1-25)    priority 46 (base 46)\n"
                                 "  25  start + 36 (dyld + 23604) [0x18a1b2c34]\n"
                                 "    24  main + 120 (Viewer + 16256) [0x100003f80]\n"
                                 "      5   load + 8 (Viewer + 6674) [0x100001a12]\n"
                                 "      19  layout + 44 (Viewer + 11473) [0x100002cd1]\n"
                                 "       *19  ??? (kernel + 1234) [0xfffffe0007c4d5e6]\n"
                                 "    1   main + 180 (Viewer + 16316) [0x100003fbc]\n\n"
                                 "  Thread 0x1300    1 sample (3)    priority 31 (base 31)\n"
                                 "  1  thread_start + 8 (libpthread + 3744) [0x18a4e0ea0]\n")
                          .toStdString();
    const auto event = readTraceOf(kSpindumpForm, ByteView::fromString(text), {});
    QVERIFY(event);
    const auto& samples = (*event)->samples;
    QCOMPARE(samples.size(), std::size_t(2));
    QCOMPARE(samples[0].thread, 0u);
    QCOMPARE(samples[1].thread, 1u);
    const auto& calls = samples[0].calls;
    QCOMPARE(calls.size(), std::size_t(6));
    QVERIFY(!calls[0].caller);
    QCOMPARE(calls[0].weight, std::uint64_t(25));
    QCOMPARE(calls[3].caller, std::optional<std::uint32_t>(1));
    QCOMPARE(calls[3].frame.position.function, std::string("layout"));
    QCOMPARE(calls[4].caller, std::optional<std::uint32_t>(3));
    QCOMPARE(calls[5].caller, std::optional<std::uint32_t>(0));
    // Two places of one function are told to be that.
    QCOMPARE(calls[5].frame.asNative()->symbolAddress, calls[1].frame.asNative()->symbolAddress);
    QVERIFY(calls[1].frame.module && calls[1].frame.module == calls[5].frame.module);
    QCOMPARE((*event)->threads[0].givenFrames->size(), std::size_t(4));
    const auto isOfTree = [](const Diagnostic& each) { return each.area == "call tree"; };
    const auto told = std::ranges::find_if((*event)->diagnostics, isOfTree);
    QVERIFY(told != (*event)->diagnostics.end());
    QCOMPARE(told->text, std::string("the stack of each thread is its heaviest path; 2 other "
                                     "calls are in the call tree only"));
}

/// A text of sample(1): the marks of its levels are no blanks, and its offsets count from
/// functions.
void TestTraceFacts::samplesKeepTheirCallTrees()
{
    const auto file = ByteView::fromString(
        "Analysis of sampling Viewer (pid 4242) every 1 millisecond\n"
        "Process:         Viewer [4242]\nCode Type:       X86-64 (translated)\n----\n\n"
        "Call graph:\n"
        "    25 Thread_4660   DispatchQueue_1: com.apple.main-thread  (serial)\n"
        "    + 25 main  (in Viewer) + 120  [0x100003f80]  main.cpp:353\n"
        "    +   20 scene::layout(int)  (in Viewer) + 44,48,...  [0x100002cd1,0x100002cd5,...]\n"
        "    +   ! 20 ???  (in Viewer)  load address 0x100000000 + 0x1a12  [0x100001a12]\n"
        "    +   5 ???  (in <unknown binary>)  [0x105870d08]\n"
        "    24 Thread_4864: worker\n"
        "      24 thread_start  (in libsystem_pthread.dylib) + 8  [0x18a4e0ea0]\n\n"
        "Total number in stack (recursive counted multiple, when >=5):\n"
        "        25       main  (in Viewer) + 120  [0x100003f80]\n\nBinary Images:\n"
        "       0x100000000 -        0x100007fff +Viewer (1.0) "
        "<9197C52D-D6A1-3A4A-9170-99F1A8691B35> /Applications/Viewer\n");
    const auto event = readTraceOf(kAppleSampleForm, file, {});
    QVERIFY(event);
    QCOMPARE((*event)->system.arch, Arch::Amd64);
    QCOMPARE((*event)->asNative()->process.id, std::optional(4242u));
    const auto& samples = (*event)->samples;
    QCOMPARE(samples.size(), std::size_t(2));
    const auto& calls = samples[0].calls;
    QCOMPARE(calls.size(), std::size_t(4));
    QCOMPARE(calls[0].frame.position.line, 353u);
    QCOMPARE(calls[1].frame.position.function, std::string("scene::layout(int)"));
    QCOMPARE(calls[2].caller, std::optional<std::uint32_t>(1));
    QCOMPARE(calls[3].caller, std::optional<std::uint32_t>(0));
    QCOMPARE(calls[3].weight, std::uint64_t(5));
    QVERIFY(!calls[3].frame.module);
    const auto& threads = (*event)->threads;
    QVERIFY(threads[0].isRequesting);
    QCOMPARE(threads[0].id, std::optional<std::uint64_t>(4660));
    QCOMPARE(threads[1].name, std::optional<std::string>("worker"));
    // Addresses are the process's own, and the image is there to name them by.
    QCOMPARE(threads[0].givenFrames->at(0).asNative()->instructionAddress,
             std::uint64_t{0x100001a12});
    QVERIFY(calls[1].frame.module);
    const auto& viewer = (*event)->modules[*calls[1].frame.module];
    QCOMPARE(viewer.address, std::uint64_t{0x100000000});
    QCOMPARE(viewer.sizeBytes, std::uint64_t{0x8000});
    QVERIFY(viewer.debugId);
}

/// Without a list of images addresses are all that is known of a place. A count that no tool takes
/// is not believed, and a call whose columns are lost belongs to nobody.
void TestTraceFacts::damagedSamplesLoseTheLine()
{
    const auto file =
        ByteView::fromString("Call graph:\n"
                             "    9 Thread_1: worker\n"
                             "      18446744073709551615 Thread_1Main  (in Demo) + 8  [0x1008]\n"
                             "        7 Thread_2  (in Demo) + 8  [0x1108]\n"
                             "        2 leaf  (in Demo) + 8  [0x1208]\n"
                             "      99999999999999999999 beyond  (in Demo) + 8  [0x1308]\n"
                             "9 lost  (in Demo) + 8  [0x1408]\n");
    const auto event = readTraceOf(kAppleSampleForm, file, {});
    QVERIFY(event);
    QCOMPARE((*event)->threads.size(), std::size_t(1));
    const auto& calls = (*event)->samples.at(0).calls;
    QCOMPARE(calls.size(), std::size_t(3));
    QCOMPARE(calls[0].frame.position.function, std::string("Thread_1Main"));
    QCOMPARE(calls[0].weight, std::uint64_t(0));
    QVERIFY(!calls[0].frame.module);
    QCOMPARE(calls[0].frame.asNative()->instructionAddress, std::uint64_t{0x1008});
    QCOMPARE(calls[1].frame.position.function, std::string("Thread_2"));
    QCOMPARE(calls[2].caller, std::optional<std::uint32_t>(0));
    QVERIFY((*event)->modules.empty());
    QVERIFY(std::ranges::any_of((*event)->diagnostics, [](const Diagnostic& each) {
        return each.text == "line 3: 18446744073709551615 samples are too many to be true";
    }));
}

QTEST_GUILESS_MAIN(TestTraceFacts)
#include "tst_trace_facts.moc"
