// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/error_file.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"

#include <QTest>

using namespace faultline;
using namespace faultline::jvmtext;

/// Error files of HotSpot: hs_err_pid1234.log.
class TestErrorFile : public QObject
{
    Q_OBJECT

private slots:
    void readsASignal();
    void readsTheProcess();
    void readsLibrariesOfOtherSystems();
    void readsSignalsOfJava6();
    void takesTheSecondAttempt();
    void readsWindowsExceptions();
    void readsInternalErrors();
    void readsLackOfMemory();
    void otherTextsAreNone_data();
    void otherTextsAreNone();
    void longStacksAreCut();
    void everyPrefixIsRead();
};

namespace {

constexpr std::string_view kFile =
    "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n"
    "#  SIGSEGV (0xb) at pc=0x00007f0c5c0a1139, pid=1234, tid=1235\n#\n"
    "# JRE version: OpenJDK Runtime Environment (17.0.9+9) (build 17.0.9+9-Debian-1)\n"
    "# Java VM: OpenJDK 64-Bit Server VM (17.0.9+9, mixed mode, linux-amd64)\n"
    "# Problematic frame:\n# C  [libcrash.so+0x1139]  Java_a_b_c+0x10\n#\n"
    "# No core dump will be written.\n#\n\n---------------  S U M M A R Y ------------\n\n"
    "Command Line: -Xmx64m a.a\n\nHost: desk, 2 cores\n"
    "Time: Mon Nov 23 08:00:00 2026 UTC elapsed time: 0.1 seconds\n\n"
    "---------------  T H R E A D  ---------------\n\n"
    "Current thread (0x00007f0c54012800):  JavaThread \"main\" [_thread_in_native, id=1235, "
    "stack(0x1,0x2)]\n\n"
    "Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n"
    "C  [libcrash.so+0x1139]  Java_a_b_c+0x10\n"
    "j  a.a.b(I)V+3\n"
    "v  ~StubRoutines::call_stub\n"
    "V  [libjvm.so+0x8d5e3f]  JavaCalls::call_helper(JavaValue*)+0x38f\n"
    "C  [libc.so.6+0x89144]\n\n"
    "Java frames: (J=compiled Java code, j=interpreted, Vv=VM code)\n"
    "j  a.a.b(I)V+3\n"
    "J 123 c2 java.lang.Thread.run()V java.base@17.0.9 (17 bytes) @ 0x0001 [0x0001+0x1]\n"
    "v  ~StubRoutines::call_stub\n\n"
    "siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000010\n\n"
    "OS:\nDebian GNU/Linux 12 (bookworm)\n";

EventPtr read(std::string_view text, const ParseLimits& limits = {})
{
    const auto event = readJvmTextEvent(ByteView::fromString(std::string(text)), limits);
    return event ? *event : nullptr;
}

std::string detailOf(const Event& event, std::string_view name)
{
    for (const auto& [key, value] : event.details) {
        if (key == name)
            return value;
    }
    return {};
}

} // namespace

void TestErrorFile::readsASignal()
{
    QVERIFY(looksLikeErrorFile(kFile));
    const auto event = read(kFile);
    QVERIFY(event);
    QCOMPARE(event->kind, EventKind::Jvm);
    QVERIFY(event->crash.present);
    QCOMPARE(event->crash.reason, std::string("SIGSEGV / SEGV_MAPERR"));
    QVERIFY(event->crash.addressKnown);
    QCOMPARE(event->crash.address, 0x10u);
    QCOMPARE(detailOf(*event, "problematic frame"),
             std::string("C  [libcrash.so+0x1139]  Java_a_b_c+0x10"));
    QCOMPARE(detailOf(*event, "JRE version"),
             std::string("OpenJDK Runtime Environment (17.0.9+9) (build 17.0.9+9-Debian-1)"));
    QCOMPARE(detailOf(*event, "command line"), std::string("-Xmx64m a.a"));
    QCOMPARE(detailOf(*event, "pid"), std::string("1234"));
    QCOMPARE(detailOf(*event, "text"), std::string("hs_err file"));
    QCOMPARE(event->threads.size(), std::size_t{2});
    QCOMPARE(*event->threads[0].name, std::string("main"));
    QCOMPARE(*event->threads[1].name, std::string("main, Java frames"));
    QCOMPARE(event->threads[0].id, std::optional<std::uint64_t>(1235));
    QCOMPARE(event->requestingThread, std::optional<std::uint32_t>(0));
    const auto& jvm = std::get<JvmEvent>(event->detail);
    const auto& frames = jvm.stacks[0].frames;
    QCOMPARE(frames.size(), std::size_t{5});
    QCOMPARE(*frames[0].position.function, std::string("Java_a_b_c+0x10"));
    QCOMPARE(*frames[0].position.file, std::string("libcrash.so+0x1139"));
    QVERIFY(frames[0].detail.module.empty());
    QCOMPARE(frames[1].detail.module, std::string("a.a"));
    QCOMPARE(*frames[1].position.function, std::string("b"));
    QCOMPARE(*frames[1].detail.signature, std::string("(I)V"));
    QCOMPARE(*frames[2].position.function, std::string("~StubRoutines::call_stub"));
    QCOMPARE(*frames[4].position.function, std::string("libc.so.6+0x89144"));
    QCOMPARE(jvm.stacks[1].frames.size(), std::size_t{3});
    QCOMPARE(jvm.stacks[1].frames[1].detail.module, std::string("java.lang.Thread"));
}

void TestErrorFile::readsTheProcess()
{
    const auto event =
        read(std::string(kFile) +
             "uname: Linux 6.1.0-13-amd64 #1 SMP x86_64\n\n"
             "CPU: total 8 (initial active 8) family 6 model 85\n\n"
             "Registers:\n"
             "RAX=0x0000000000000010, RBX=0x00007f0c54012800\n"
             "R8 =0x0000000000000001, R9 =nonsense\n"
             "  TRAPNO=0x000000000000000e\n\n"
             "RCX=0x0000000000000002, outside\n\n"
             "Dynamic libraries:\n"
             "7f0c5c0a0000-7f0c5c0a1000 r--p 00000000 08:01 77    /lib/lib crash.so\n"
             "7f0c5c0a1000-7f0c5c0a2000 r-xp 00001000 08:01 77    /lib/lib crash.so\n"
             "7f0c5c0b0000-7f0c5c0b1000 r--s 00000000 08:01 78    /opt/a.jar\n"
             "7f0c5c0c0000-7f0c5c0c1000 rw-p 00000000 00:00 0 \n"
             "400000-401000 r-xp 00000000 08:01 79    /usr/bin/java\n");
    QVERIFY(event);
    using Registers = std::vector<std::pair<std::string, std::uint64_t>>;
    QCOMPARE(event->threads[0].givenRegisters,
             (Registers{{"RAX", 0x10}, {"RBX", 0x7f0c54012800}, {"R8", 1}, {"TRAPNO", 14}}));
    QVERIFY(event->threads[1].givenRegisters.empty());
    QCOMPARE(event->modules.size(), std::size_t{3}); // The mapping comes first.
    QVERIFY(!event->modules[0].codeFile);
    QCOMPARE(*event->modules[1].codeFile, std::string("/usr/bin/java"));
    QCOMPARE(*event->modules[2].codeFile, std::string("/lib/lib crash.so"));
    QCOMPARE(event->modules[2].address, 0x7f0c5c0a0000u);
    QCOMPARE(event->modules[2].sizeBytes, 0x2000u);
    QCOMPARE(event->system.osName, std::string("Debian GNU/Linux 12 (bookworm)"));
    QCOMPARE(event->system.osVersion, std::string("Linux 6.1.0-13-amd64 #1 SMP x86_64"));
    QCOMPARE(event->system.cpuCount, 8u);
}

void TestErrorFile::readsLibrariesOfOtherSystems()
{
    const std::string_view head = "#\n# A fatal error has been detected by the Java Runtime "
                                  "Environment:\n#\nNative frames: (C=native code)\n"
                                  "C  [a.dll+0x1]  f+0x1\n\nDynamic libraries:\n";
    const auto windows = read(concat(head, "0x00007ff6c0000000 - 0x00007ff6c0010000 "
                                           "\tC:\\jdk 17\\bin\\java.exe\n"));
    QCOMPARE(windows->modules.size(), std::size_t{2});
    QCOMPARE(*windows->modules[1].codeFile, std::string("C:\\jdk 17\\bin\\java.exe"));
    QCOMPARE(windows->modules[1].sizeBytes, 0x10000u);
    const auto mac = read(concat(head, "0x00007fff8d7ff000 \t/usr/lib/libz.1.dylib\n"));
    QCOMPARE(mac->modules.size(), std::size_t{2});
    QCOMPARE(*mac->modules[1].codeFile, std::string("/usr/lib/libz.1.dylib"));
    QCOMPARE(mac->modules[1].address, 0x7fff8d7ff000u);
}

void TestErrorFile::readsSignalsOfJava6()
{
    std::string text(kFile);
    const std::string_view now =
        "siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000010";
    text.replace(text.find(now), now.size(),
                 "siginfo:si_signo=SIGSEGV: si_errno=0, si_code=1 (SEGV_MAPERR), "
                 "si_addr=0x0000000000000058");
    const auto event = read(text);
    QVERIFY(event);
    QCOMPARE(event->crash.reason, std::string("SIGSEGV / SEGV_MAPERR"));
    QVERIFY(event->crash.addressKnown);
    QCOMPARE(event->crash.address, std::uint64_t{0x58});
}

/// JDK 20 prints the stack once more when its source lines took too long.
void TestErrorFile::takesTheSecondAttempt()
{
    std::string text(kFile);
    const std::string_view head =
        "Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n";
    text.replace(text.find(head), head.size(),
                 std::string(head) +
                     "V  [libjvm.so+0x1]  first+0x10  (vmError.cpp:1795)\n"
                     "[timeout occurred]\n\nRetrying call stack printing without "
                     "source information...\n" +
                     std::string(head) + "V  [libjvm.so+0x1]  again+0x10  (vmError.cpp:1795)\n");
    const auto event = read(text);
    QVERIFY(event);
    const auto& frames = std::get<JvmEvent>(event->detail).stacks[0].frames;
    QCOMPARE(frames.size(), std::size_t{6});
    QCOMPARE(frames[0].position.function, std::optional<std::string>("again+0x10"));
    QCOMPARE(frames[0].position.file, std::optional<std::string>("vmError.cpp"));
    QCOMPARE(frames[0].position.line, std::optional<std::uint32_t>(1795));
    QCOMPARE(frames[5].index, std::uint64_t{5});
}

void TestErrorFile::readsWindowsExceptions()
{
    const auto event = read(
        "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n"
        "#  EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x00007ff8, pid=12, tid=34\n#\n"
        "siginfo: EXCEPTION_ACCESS_VIOLATION (0xc0000005), reading address 0x00000000000000ff\n");
    QVERIFY(event);
    QCOMPARE(event->crash.reason, std::string("EXCEPTION_ACCESS_VIOLATION"));
    QCOMPARE(event->crash.address, 0xffu);
    QVERIFY(event->threads.empty());
}

void TestErrorFile::readsInternalErrors()
{
    const auto event =
        read("#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n"
             "#  Internal Error (sharedRuntime.cpp:834), pid=12, tid=34\n"
             "#  guarantee(cb != nullptr) failed: must have one\n#\n");
    QVERIFY(event);
    QCOMPARE(event->crash.reason, std::string("Internal Error (sharedRuntime.cpp:834)"));
    QCOMPARE(event->crash.assertion, std::string("guarantee(cb != nullptr) failed: must have one"));
    QVERIFY(!event->crash.addressKnown);
}

void TestErrorFile::readsLackOfMemory()
{
    const auto event =
        read("#\n# There is insufficient memory for the Java Runtime Environment to continue.\n"
             "#  Out of Memory Error (os_linux.cpp:2798), pid=12, tid=34\n#\n");
    QVERIFY(event);
    QCOMPARE(event->crash.reason, std::string("Out of Memory"));
}

void TestErrorFile::otherTextsAreNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a script") << QByteArray("#!/bin/sh\n# comment\necho\n");
    QTest::newRow("a log that tells of one")
        << QByteArray("log\n# A fatal error has been detected by the Java Runtime Environment:\n");
}

void TestErrorFile::otherTextsAreNone()
{
    QFETCH(QByteArray, text);
    QVERIFY(!looksLikeErrorFile(text.toStdString()));
}

void TestErrorFile::longStacksAreCut()
{
    ParseLimits limits;
    limits.maxFramesPerThread = 2;
    const auto event = read(kFile, limits);
    QVERIFY(event);
    const auto& stacks = std::get<JvmEvent>(event->detail).stacks;
    QCOMPARE(stacks.size(), std::size_t{1});
    QCOMPARE(stacks[0].frames.size(), std::size_t{2});
    QCOMPARE(event->diagnostics.size(), std::size_t{1});
}

void TestErrorFile::everyPrefixIsRead()
{
    for (std::size_t size = 0; size <= kFile.size(); ++size) {
        const auto event = readErrorFile(kFile.substr(0, size), {});
        QVERIFY(event->crash.present);
        QVERIFY(!event->crash.reason.empty());
        QCOMPARE(event->threads.size(), std::get<JvmEvent>(event->detail).stacks.size());
    }
}

QTEST_GUILESS_MAIN(TestErrorFile)
#include "tst_error_file.moc"
