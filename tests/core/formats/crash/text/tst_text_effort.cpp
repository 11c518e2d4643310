// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/text/native_text.h"

#include <QElapsedTimer>
#include <QTest>

using namespace faultline;
using namespace faultline::nativetext;

/// How much of a text is read, and how often: lines that only look like the beginning of a trace
/// must not make a large log slow.
class TestTextEffort : public QObject
{
    Q_OBJECT

private slots:
    void longLinesAreCut();
    void nearMatchesCostLittle_data();
    void nearMatchesCostLittle();
    void nearMatchesOfOneFormLeaveOthersAlone();
    void longHeadsOfTheKernelCostLittle();
    void linesOfOtherProgramsCostNothing();
};

void TestTextEffort::longLinesAreCut()
{
    const auto text = concat(std::string(1u << 20, '#'), "\n#0  0x1 in f () at a.c:1\n#1  0x2 in ",
                             std::string(1u << 20, '<'), " () at b.c:2\n");
    QCOMPARE(findTraces(text, {}, 10).traces.size(), std::size_t{1});
}

void TestTextEffort::nearMatchesCostLittle_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::newRow("heads of glog") << QByteArray("*** Aborted at 1611090826 (unix time)\n\n");
    QTest::newRow("heads of the kernel") << QByteArray("BUG: x\nOops: y\n");
    QTest::newRow("heads of sanitizers")
        << QByteArray("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000\n"
                      "abort: x\n===BUG DETECTED: x\na: runtime error: x\n");
    QTest::newRow("heads of Android") << QByteArray("Fatal signal 11 (SIGSEGV), code 1 (x)\n");
    QTest::newRow("chained heads of Python")
        << QByteArray("Traceback (most recent call last):\n"
                      "During handling of the above exception, another exception occurred:\n");
    QTest::newRow("heads of Ruby and of a notebook")
        << QByteArray("a.rb:4: [BUG] x\nE   Traceback (most recent call last)\n");
    QTest::newRow("heads of Python's threads and of Mono")
        << QByteArray("Thread 0x1 (most recent call first):\nNative stacktrace:\n");
    QTest::newRow("heads of races of Go and of madExcept")
        << QByteArray("WARNING: DATA RACE\nexception class : x\n");
    QTest::newRow("heads of macOS")
        << QByteArray("panic(cpu 0 caller 0x1): y\nBacktrace (CPU 0), Frame : x\n");
    QTest::newRow("heads of samples")
        << QByteArray("Analysis of sampling x (pid 1)\nCall graph:\n    9 Thread_1\n");
    QTest::newRow("heads of FreeBSD") << QByteArray("Fatal trap 12: x\nKDB: stack backtrace:\n");
    QTest::newRow("heads of languages")
        << QByteArray("exception error: x\nError in f(1) : x\nraised X : y\nforrtl: x\nERROR: x\n"
                      "Error using x\nUncaught Kotlin exception: x\nA::B (x):\n");
    QTest::newRow("heads of runtimes")
        << QByteArray("____ a ____\nFatal error. x\nUnhandled exception. A.BException: y\n"
                      "PHP Fatal error: Uncaught X: y\nStack trace (most recent call first):\n"
                      "FATAL ERROR: x\n");
    QTest::newRow("heads of servers")
        << QByteArray("mysqld got signal 11 ;\nCaught signal 11\nOut of memory.\nEIP:\n");
    QTest::newRow("heads of Visual Studio, LLVM and Haskell") << QByteArray(
        "Unhandled exception at 0x1 in a.exe: 0xC0000005: x\n"
        "Stack dump without symbol names\na: b\nUnhandled exception. A.BException: y\n");
    QTest::newRow("heads of exports")
        << QByteArray("# Crashlytics - Stack trace\n# Platform: ios\nFatal Exception: x\n"
                      "Crashed: com.apple.main-thread\nDate/Time: x\nProcess: y [1]\n"
                      "  Thread 0x1    25 samples\n");
    QTest::newRow("heads of virtual machines")
        << QByteArray("0SECTION       TITLE subcomponent dump routine\n1TISIGINFO     Dump x\n"
                      "[ [ SegfaultHandler caught signal 11 ] ]\nStacktrace for thread x:\n");
    QTest::newRow("a writer of whom nothing follows")
        << QByteArray("01-19 22:13:46.668  7  8 F libc    : panic: many\n"
                      "01-19 22:13:46.668  7  8 F libc    : goroutine 1 [running]:\n");
}

/// A reader that finds no frame in all the lines after its head must not be asked so again by each
/// of them: with a million of them, that would not end.
void TestTextEffort::nearMatchesCostLittle()
{
    QFETCH(const QByteArray, lines);
    const auto other = QByteArray("01-19 22:13:46.668  9  9 I other   : words\n");
    const auto text = (lines + lines.repeated(1000) + other.repeated(1000)).repeated(10);
    const auto found = findTraces(text.toStdString(), {}, 10);
    QVERIFY(found.traces.empty());
    const auto all = static_cast<std::uint64_t>(text.count('\n'));
    QVERIFY2(found.steps <= 300'000 + 100 * all, qPrintable(QString::number(found.steps)));
    const auto trace = "panic: many\n\ngoroutine 1 [running]:\nmain.f(0x1)\n\t/a.go:1 +0x8\n";
    QCOMPARE(findTraces(trace + text.toStdString(), {}, 10).traces.size(), std::size_t{1});
}

/// What looks like the beginning of one form must not use up the patience of others.
void TestTextEffort::nearMatchesOfOneFormLeaveOthersAlone()
{
    std::string log;
    for (int i = 0; i < 5000; ++i)
        log += concat("BUG: request ", i, " took long\n");
    log += "panic: a\nmessage\nof\nsome\nsix\nlines\n\ngoroutine 1 [running]:\nmain.f(0x1)\n"
           "\t/a.go:1 +0x8\n";
    const auto found = findTraces(log, {}, 10);
    QVERIFY(found.mayMiss);
    QCOMPARE(found.traces.size(), std::size_t{1});
    QCOMPARE(found.traces[0].line, 5001u);
}

/// Each " at" may be followed by a place, for which not all of the line is looked through again.
void TestTextEffort::longHeadsOfTheKernelCostLittle()
{
    std::string head = "[   12.000001] BUG: KASAN: use-after-free";
    while (head.size() < 64'000)
        head += " at";
    std::string text;
    for (int i = 0; i < 128; ++i)
        text += head + "\n";
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!findTraces(text, {}, 100).traces.empty());
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
}

void TestTextEffort::linesOfOtherProgramsCostNothing()
{
    std::string log;
    for (int i = 0; i < 5000; ++i)
        log += "INFO:     127.0.0.1:1 GET /1 HTTP/1.1 200 OK\nWARNING:  slow answer\n";
    const auto found = findTraces(log, {}, 10);
    QVERIFY(!found.mayMiss);
    QCOMPARE(found.steps, std::uint64_t{0});
}

QTEST_GUILESS_MAIN(TestTextEffort)
#include "tst_text_effort.moc"
