// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/text/native_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::nativetext;

/// Stacks of machine code and of interpreters in texts, one row for each form and its quirks.
class TestNativeText : public QObject
{
    Q_OBJECT

private slots:
    void forms_data();
    void forms();
    void everyFormHasASample();
    void cutTextsAreRead_data();
    void cutTextsAreRead();
    void endsOfLinesDoNotMatter_data();
    void endsOfLinesDoNotMatter();
    void textWithoutATraceHasNone_data();
    void textWithoutATraceHasNone();
    void tracesOfALogAreFound();
    void writersOfALogAreKeptApart();
    void framesKeepTheirText();
    void modulesHaveTheirBuildIds();
    void factsOfATombstone();
    void accessesAreTold_data();
    void accessesAreTold();
    void noThreadIsChosenWithoutWords();
    void damageOfTheKernelIsTold_data();
    void damageOfTheKernelIsTold();
    void markupSaysWhatReturns();
    void factsOfTheKernel();
    void holesAreTold_data();
    void holesAreTold();
    void aThousandHolesAreCounted();
    void limitsAreKept();
    void modulesBeyondTheLimitAreNamesOnly_data();
    void modulesBeyondTheLimitAreNamesOnly();
    void stacksBeyondTheLimitAreDropped();
    void goTellsTheLastPanic_data();
    void goTellsTheLastPanic();
    void cratesOfRustHaveNoHashes();
    void signalsInterruptExactAddresses_data();
    void signalsInterruptExactAddresses();
    void membersWithoutATracebackAreTold();
    void spindumpsKeepTheirCallTrees();
};

namespace {

std::string placeOf(const Event& event, const Frame& frame)
{
    const auto& native = *frame.asNative();
    std::string text;
    if (native.relativeTo)
        text += event.modules[*native.relativeTo].codeFile.value_or("?");
    else if (native.package)
        text += *native.package;
    if (native.instructionAddress != 0)
        text += concat("+", Hex{native.instructionAddress});
    return text;
}

/// "name+offset place file:line", without what is not known.
std::string summaryOf(const Event& event, const Frame& frame)
{
    std::string text;
    for (const auto& symbol : frame.asNative()->reported)
        text += concat(text.empty() ? "" : " < ", symbol.function,
                       symbol.functionOffset ? concat("+", *symbol.functionOffset) : "",
                       symbol.line != 0 ? concat(" ", symbol.file, ":", symbol.line) : "");
    if (frame.asNative()->reported.empty()) {
        text += frame.position.function.value_or("");
        if (frame.position.line)
            text += concat(" ", frame.position.file.value_or(""), ":", *frame.position.line);
    }
    const auto place = placeOf(event, frame);
    return concat(text, place.empty() ? "" : " @", place,
                  frame.trust == FrameTrust::Scan ? " ?" : "");
}

std::string summaryOf(const Event& event)
{
    std::string text = event.crash.reason;
    if (!event.crash.assertion.empty())
        text += concat(" \"", event.crash.assertion, "\"");
    if (event.crash.addressKnown)
        text += concat(" at ", Hex{event.crash.address});
    for (const auto& thread : event.threads) {
        text += concat("\n", stackRoleName(thread.role));
        if (thread.id)
            text += concat(" ", *thread.id);
        if (thread.error)
            text += concat(" ", thread.error->package, "|", thread.error->type, "|",
                           thread.error->message);
        text += ":";
        for (const auto& frame : *thread.givenFrames)
            text += concat("\n  ", summaryOf(event, frame));
    }
    return text;
}

std::string read(std::string_view text)
{
    const auto found = findTraces(text, {}, 100).traces;
    std::string all;
    for (const auto& trace : found) {
        const auto part = text.substr(trace.firstByte, trace.endByte - trace.firstByte);
        const auto event = readTraceOf(*trace.form, ByteView::fromString(std::string(part)), {});
        all += concat(all.empty() ? "" : "\n", "[", trace.form->name, ", line ", trace.line, "] ",
                      event ? summaryOf(**event) : event.error().detail);
    }
    return all;
}

struct FoundFrame
{
    std::int64_t line = 0; ///< Of the whole text.
    std::string text;
};

std::vector<FoundFrame> framesOf(std::string_view text)
{
    std::vector<FoundFrame> frames;
    for (const auto& trace : findTraces(text, {}, 100).traces) {
        const auto part = text.substr(trace.firstByte, trace.endByte - trace.firstByte);
        const auto event = readTraceOf(*trace.form, ByteView::fromString(std::string(part)), {});
        if (!event)
            continue;
        for (const auto& thread : (*event)->threads) {
            for (const auto& frame : *thread.givenFrames)
                frames.push_back({std::int64_t{trace.line} + frame.carried->textLine - 1,
                                  summaryOf(**event, frame)});
        }
    }
    return frames;
}

/// Where a text is cut: before and after the end of each line, after its first byte, and at places
/// within it that differ from line to line.
std::vector<std::size_t> cutsOf(std::string_view text)
{
    std::vector<std::size_t> cuts{0};
    for (std::size_t begin = 0, number = 1; begin < text.size(); ++number) {
        const auto end = std::min(text.find('\n', begin), text.size());
        const auto length = end - begin;
        for (const auto within : {std::size_t{1}, length * (number % 5) / 9 + length / 9,
                                  length / 2 + number % 7, length})
            cuts.push_back(begin + std::min(within, length));
        begin = end + 1;
        cuts.push_back(std::min(begin, text.size()));
    }
    std::ranges::sort(cuts);
    const auto repeated = std::ranges::unique(cuts);
    cuts.erase(repeated.begin(), repeated.end());
    return cuts;
}

struct Sample
{
    const char* name;
    const char* text;
    const char* expected;
};

#include "samples.inc"

} // namespace

void TestNativeText::forms_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    for (const auto& sample : kSamples)
        QTest::newRow(sample.name) << QByteArray(sample.text) << QByteArray(sample.expected);
}

void TestNativeText::forms()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(read(text.toStdString())), expected);
}

void TestNativeText::everyFormHasASample()
{
    for (const auto* form : traceForms()) {
        const auto head = concat("[", form->name, ", line ");
        const bool isThere = std::ranges::any_of(kSamples, [&](const Sample& sample) {
            return std::string_view(sample.expected).find(head) != std::string_view::npos;
        });
        QVERIFY2(isThere, head.c_str());
    }
}

void TestNativeText::cutTextsAreRead_data()
{
    forms_data();
}

void TestNativeText::cutTextsAreRead()
{
    QFETCH(const QByteArray, text);
    const auto whole = text.toStdString();
    const auto all = framesOf(whole);
    if (all.empty())
        QVERIFY(read(whole).find("without a stack") != std::string::npos ||
                QByteArray(QTest::currentDataTag()).contains("without a stack"));
    const auto inWhole = [&](const FoundFrame& frame) {
        return std::ranges::find(all, frame.text, &FoundFrame::text) != all.end();
    };
    for (const auto size : cutsOf(whole)) {
        const auto part = whole.substr(0, size);
        // The last line is cut, and those before it may need it.
        constexpr int kLinesOfAFrame = 3;
        const auto lines = std::ranges::count(part, '\n') - kLinesOfAFrame;
        const auto frames = framesOf(part);
        for (const auto& frame : frames)
            QVERIFY2(frame.line > lines || inWhole(frame), frame.text.c_str());
        if (frames.empty())
            continue;
        for (const auto& frame : all) {
            const bool isThere =
                std::ranges::find(frames, frame.text, &FoundFrame::text) != frames.end();
            QVERIFY2(frame.line > lines || isThere, frame.text.c_str());
        }
    }
}

/// Mailers and systems end lines with CR LF.
void TestNativeText::endsOfLinesDoNotMatter_data()
{
    forms_data();
}

void TestNativeText::endsOfLinesDoNotMatter()
{
    QFETCH(QByteArray, text);
    QFETCH(const QByteArray, expected);
    text.replace('\n', "\r\n");
    QCOMPARE(QByteArray::fromStdString(read(text.toStdString())), expected);
}

void TestNativeText::textWithoutATraceHasNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("issues of a change log")
        << QByteArray("#12 Mend the door (again)\n#13 Paint it (thanks to a friend) at home\n");
    QTest::newRow("a message alone") << QByteArray("panic: out of cheese\nexit status 2\n");
    QTest::newRow("words of a sanitizer")
        << QByteArray("Run it under AddressSanitizer: it finds errors.\nERROR: see the manual\n");
    const auto prose =
        QByteArray("Release notes:\n#12 Mend the door (again)\n#0 Paint it /a.c:3\n");
    QTest::newRow("prose after a sanitizer's head")
        << "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x8\n" + prose;
    QTest::newRow("prose after a runtime error")
        << "/src/a.c:3:5: runtime error: signed integer overflow: 1 + 2\n" + prose;
    for (const std::string_view head : {
             "Program terminated with signal SIGSEGV, Segmentation fault.",
             "* thread #1, name = 'app', stop reason = signal SIGSEGV",
             "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8 in tid 8 (w), pid 7 "
             "(a)",
             "pid: 1, tid: 2, name: w  >>> a <<<",
             "goroutine 1 [running]:",
             "thread 'main' panicked at src/main.rs:4:5:",
             "BUG: KASAN: slab-use-after-free in foo_get+0x12/0x40",
             "Process 12 (app) of user 1000 dumped core.",
             "*** SIGSEGV (@0x8) received by PID 12 (TID 0x7f2a) from PID 8; stack trace: ***",
             "==12== Invalid read of size 4",
             "PHP Fatal error:  Uncaught TypeError: bad in /srv/a.php:3",
             "/srv/a.rb:3:in `load': no file",
             "Unhandled exception. System.InvalidOperationException: outer",
         })
        QTest::newRow(qPrintable(QString("prose after ") + QString::fromUtf8(head.data())))
            << QByteArray(head.data()) + "\n" + prose + "It was at 0x12 in a+b/c (see x) (a.c:5)\n";
    QTest::newRow("blank lines between a runtime error and prose")
        << "a.c:3:5: runtime error: x\n" + QByteArray(5000, '\n') + prose;
    QTest::newRow("lines with addresses between a sanitizer's head and a stack")
        << "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x8\n" +
               QByteArray("0x12 and more:\n[1] x\n\n").repeated(100) + "#0 0x1 in f\n";
    QTest::newRow("a heading of Python")
        << QByteArray("Traceback (most recent call last):\nis how a traceback begins.\n");
    QTest::newRow("a frame far below a heading of Python")
        << "Traceback (most recent call last):\n" + QByteArray("  words\n").repeated(200) +
               "  File \"/a.py\", line 3, in f\n";
    QTest::newRow("a Java frame") << QByteArray("\tat java.lang.Object.wait(Native Method)\n");
    QTest::newRow("bytes of a program") << QByteArray("#0  0x1 in f () at a.c:1\n\0\n", 28);
    QTest::newRow("names after a file in prose")
        << QByteArray(" 7. Add the notice to the version\n    in zip.c (Greg, Ed)\n 8. Add more\n");
    QTest::newRow("words with dots")
        << QByteArray("main.f\nmain.g\n\tnotes.txt:3\nmain.h\n\tnotes.txt:4\n");
    QTest::newRow("a thread dump of the JVM after its head")
        << QByteArray("----- pid 7 at 2026-11-26 10:00:00.1 -----\nCmd line: a\n"
                      "\"main\" prio=5 tid=1 Native\n  native: #00 pc 000010  /a.so (f+4)\n");
    QTest::newRow("an error of a program without a stack")
        << QByteArray("Error: no such file\n\nCaused by:\n    nothing\n\nError: again\n");
    QTest::newRow("a heading of underscores")
        << QByteArray("____________ Notes ____________\nsee a.py: it works\n");
    QTest::newRow("a message of X.Org with its time") << QByteArray(
        "[    50.423] BUG: triggered 'if (axes < 2)'\n[    50.423] BUG: a.c:842 in f()\n");
    QTest::newRow("a list of addresses") << QByteArray("[0x1234]\n[0x5678]\n");
    QTest::newRow("elements of arrays") << QByteArray("value[0x12]\nother[0x13]\nvalue[0x14]\n");
    QTest::newRow("words with brackets before a place")
        << QByteArray("#12 Mend the door (again) at home.c:3\n#13 Paint it (see b=2) at a.c:4\n");
    QTest::newRow("words of servers alone")
        << QByteArray("mysqld got signal 11 ;\nCaught signal 15\nOut of memory.\nEIP:\n");
    QTest::newRow("warnings of Nim's compiler")
        << QByteArray("/a.nim(12) Warning: x is never read\n/a.nim(13) Hint: y is declared\n");
    QTest::newRow("a sentence with a colon above a heading of GHC")
        << QByteArray("note: see below\nCallStack (from HasCallStack):\nnothing\n");
    QTest::newRow("WebAssembly in a stack of JavaScript")
        << QByteArray("RuntimeError: divide by zero\n"
                      "    at divide (wasm://wasm/m-0a1b2c3d:wasm-function[3]:0x1f)\n"
                      "    at run (wasm-function[3]:0x7)\n");
    QTest::newRow("headings of Markdown")
        << QByteArray("# Fatal error in production\n# What to do\n"
                      "# Fatal process out of memory handling\nIt failed.\n");
    QTest::newRow("a runtime error and a note of a compiler")
        << QByteArray("/src/a.c:3:5: runtime error: x\n/src/a.c:4:2: note: declared here\n");
    QTest::newRow("a heading of Markdown above another")
        << QByteArray("# Fatal error in production\n# What to do\n# Whom to ask\nNothing.\n");
    QTest::newRow("one line of a backtrace") << QByteArray("see ./app(main+0x1f) [0x4008a5]\n");
}

void TestNativeText::textWithoutATraceHasNone()
{
    QFETCH(const QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(read(text.toStdString())), QByteArray());
}

void TestNativeText::tracesOfALogAreFound()
{
    constexpr int kTraces = 50;
    std::string log;
    for (int i = 0; i < kTraces; ++i) {
        for (int line = 0; line < 20; ++line)
            log +=
                concat("2026-01-01 12:00:00,", i, " INFO request ", line, " of user took 12 ms\n");
        log += "Traceback (most recent call last):\n  File \"/srv/app.py\", line 3, in handle\n"
               "    fail()\nValueError: no\n";
    }
    const auto found = findTraces(log, {}, 1000).traces;
    QCOMPARE(found.size(), std::size_t{kTraces});
    QCOMPARE(found[0].line, 21u);
    QCOMPARE(found[1].line, 45u);
    QCOMPARE(findTraces(log, {}, 7).traces.size(), std::size_t{7});
}

void TestNativeText::writersOfALogAreKeptApart()
{
    const auto text =
        read("01-19 22:13:46.668  1  1 F DEBUG   : pid: 5, tid: 6, name: w  >>> a <<<\n"
             "01-19 22:13:46.668  1  1 F DEBUG   : backtrace:\n"
             "01-19 22:13:46.668  9  9 I other   :       #00 pc 00000042  /other.so\n"
             "01-19 22:13:46.668  1  1 F DEBUG   :       #00 pc 00000010  /a.so (f+4)\n");
    QCOMPARE(QByteArray::fromStdString(text),
             QByteArray("[tombstone of Android, line 1] \nerror 6:\n  f+4 @/a.so+0x10"));
}

void TestNativeText::framesKeepTheirText()
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

void TestNativeText::modulesHaveTheirBuildIds()
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

void TestNativeText::factsOfATombstone()
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

void TestNativeText::accessesAreTold_data()
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

void TestNativeText::accessesAreTold()
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
void TestNativeText::noThreadIsChosenWithoutWords()
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

void TestNativeText::damageOfTheKernelIsTold_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("diagnostics");
    const auto row = [](const char* name, const QByteArray& text, const QStringList& diagnostics) {
        QTest::newRow(name) << text << diagnostics;
    };
    const QByteArray kasan = "[   12.000001] BUG: KASAN: use-after-free in foo+0x1/0x2\n";
    const QByteArray access =
        "[   12.000002] Read of size 8 at addr ffff88000a0b0c00 by task a/7\n";
    const QByteArray stack = "[   12.000003] Call Trace:\n[   12.000004]  foo+0x1/0x2\n";
    row("none", kasan + access + stack, {});
    row("no stack", kasan + access, {"the report has no stack: the text is cut or damaged"});
    row("no access", kasan + stack,
        {"the line that describes the access is missing: the text is damaged"});
    row("a heading without frames",
        kasan + access + stack + "[   12.000005] Allocated by task 7:\n",
        {"no frames follow \"Allocated by task 7\": the text is cut or damaged"});
    row("a stack that the kernel does not know",
        kasan + access + stack +
            "[   12.000005] Allocated by task 7:\n[   12.000006] (stack is not available)\n",
        {});
    row("two reports at once",
        "[   12.000001] WARNING: possible recursive locking detected\n" + kasan + access + stack,
        {"the lines of two reports are mixed: the text is damaged"});
    row("a position without its stack",
        "[   12.000001] general protection fault: 0000 [#1] SMP\n"
        "[   12.000002] RIP: 0010:foo+0x1/0x2\n",
        {"the stack that belongs below line 2 is missing: the text is cut or damaged"});
    row("a whole report of a position",
        "[   12.000001] general protection fault: 0000 [#1] SMP\n"
        "[   12.000002] RIP: 0010:foo+0x1/0x2\n[   12.000003] ---[ end trace 12 ]---\n",
        {});
    row("an injected fault inside of a report",
        "[   12.000001] WARNING: CPU: 1 PID: 7 at a.c:3 foo+0x1/0x2\n"
        "[   12.000002] FAULT_INJECTION: forcing a failure.\n" +
            stack,
        {"the lines of two reports are mixed: the text is damaged"});
    row("a trap before the frames of a warning",
        "[   12.000001] WARNING: CPU: 1 PID: 7 at a.c:3 foo+0x1/0x2\n"
        "[   12.000002] Call Trace:\n[   12.000003] general protection fault: 0000 [#1] SMP\n"
        "[   12.000004]  foo+0x1/0x2\n",
        {"the lines of two reports are mixed: the text is damaged"});
    row("two lines in one",
        kasan + access + "[   12.000003] ffff8801a32576d8[   12.000004] binder: 12 returned -16\n" +
            stack,
        {"line 3 is two lines in one: the text is damaged"});
    row("a stack of ARM that leads to nowhere",
        "[   12.000001] WARNING: CPU: 1 PID: 7 at a.c:3 foo+0x1/0x2\n"
        "[   12.000002] [<801349a8>] (panic) from [<8013479c>] (warn_slowpath_fmt+0x0/0x5c)\n"
        "[   12.000003] [<8013479c>] (warn_slowpath_fmt) from [<00000000>] (  (null))\n",
        {"the stack is damaged: line 3 leads to an address that is no code"});
    row("a trap and its oops",
        "[   12.000001] BUG: unable to handle page fault for address: ffffed1000000000\n"
        "[   12.000002] Oops: 0000 [#1] SMP\n" +
            stack,
        {});
}

void TestNativeText::damageOfTheKernelIsTold()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, diagnostics);
    const auto event = readTraceOf(kKernelForm, ByteView::fromString(text.toStdString()), {});
    QVERIFY(event.has_value());
    QStringList found;
    for (const auto& diagnostic : (*event)->diagnostics)
        found << QString::fromStdString(diagnostic.text);
    QCOMPARE(found, diagnostics);
}

void TestNativeText::markupSaysWhatReturns()
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

void TestNativeText::factsOfTheKernel()
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

void TestNativeText::holesAreTold_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("diagnostics");
    const auto row = [](const char* name, const QByteArray& text, const QStringList& diagnostics) {
        QTest::newRow(name) << text << diagnostics;
    };
    row("none", "#0  0x1 in f () at a.c:1\n#1  0x2 in g () at a.c:2\n", {});
    row("a frame of GDB",
        "Thread 1 (Thread 0x7f2 (LWP 12)):\n#0  0x1 in f () at a.c:1\n#2  0x2 in g () at a.c:2\n",
        {"frame #1 of thread 12 is missing"});
    row("the first frames of a tombstone",
        "pid: 1, tid: 2, name: w  >>> a <<<\n      #03 pc 00000010  /a.so\n",
        {"frames #0 to #2 of thread 2 are missing"});
    row("of a sanitizer",
        "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x8\n    #0 0x42 in f /a.c:3:5\n"
        "    #4 0x43 in g /a.c:4:5\n",
        {"frames #1 to #3 of stack 1 are missing"});
    row("Go before 1.21",
        "goroutine 1 [running]:\nmain.f(0x1)\n\t/a.go:1 +0x8\n...additional frames elided...\n"
        "created by main.main\n\t/a.go:9 +0x8\n",
        {"the text leaves out frames of thread 1"});
    row("Go",
        "goroutine 1 [running]:\nmain.f(0x1)\n\t/a.go:1 +0x8\n...100 frames elided...\n"
        "main.main()\n\t/a.go:9 +0x8\n",
        {"the text leaves out 100 frames of thread 1"});
    row("Ruby",
        "/srv/a.rb:3:in `f': stack level too deep (SystemStackError)\n\tfrom /srv/a.rb:3:in `f'\n"
        "\t ... 10067 levels...\n\tfrom /srv/a.rb:5:in `run'\n",
        {"the text leaves out 10067 frames of stack 1"});
    row("Python",
        "Traceback (most recent call last):\n  File \"/a.py\", line 3, in f\n    f()\n"
        "  [Previous line repeated 995 more times]\nRecursionError: no\n",
        {"the text leaves out 995 frames of stack 1"});
    row("Rust",
        "thread 'main' panicked at a.rs:1:2:\nno\nstack backtrace:\n   0: a::f\n"
        "      [... omitted 1 frame ...]\n   1: a::main\n",
        {"the text leaves out 1 frame of stack 1"});
    row("a long line",
        "#0  0x1 in f () at a.c:1\n#1  0x2 in g (s=" + QByteArray(70'000, 'x') +
            ") at a.c:2\n#2  0x3 in h () at a.c:3\n",
        {"line 2 is too long and was read only in part"});
}

/// What a text or a reader leaves out must not look like a whole stack.
void TestNativeText::holesAreTold()
{
    QFETCH(const QByteArray, text);
    const auto found = findTraces(text.toStdString(), {}, 10).traces;
    QCOMPARE(found.size(), std::size_t{1});
    const auto event = readTraceOf(*found[0].form, ByteView::fromString(text.toStdString()), {});
    QVERIFY(event.has_value());
    QStringList diagnostics;
    for (const auto& diagnostic : (*event)->diagnostics)
        diagnostics.append(QString::fromStdString(diagnostic.text));
    QTEST(diagnostics, "diagnostics");
}

void TestNativeText::aThousandHolesAreCounted()
{
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += concat("#", 2 * i, "  0x1 in f () at a.c:1\n");
    const auto event = readTraceOf(kDebuggerForm, ByteView::fromString(text), {});
    QVERIFY(event.has_value());
    QCOMPARE((*event)->threads.at(0).givenFrames->size(), std::size_t{1000});
    QCOMPARE((*event)->diagnostics.size(), std::size_t{51});
    QCOMPARE((*event)->diagnostics.back().text, std::string("949 further warnings"));
}

void TestNativeText::limitsAreKept()
{
    std::string text = "panic: many\n\n";
    for (int i = 1; i <= 100; ++i)
        text += concat("goroutine ", i, " [running]:\nmain.f(0x1)\n\t/a.go:", i, " +0x8\n\n");
    ParseLimits limits;
    limits.maxThreads = 5;
    limits.maxFramesPerEvent = 3;
    const auto event = readTraceOf(kGoForm, ByteView::fromString(text), limits);
    QVERIFY(event.has_value());
    std::size_t frames = 0;
    for (const auto& thread : (*event)->threads)
        frames += thread.givenFrames->size();
    QCOMPARE(frames, std::size_t{3});
    QVERIFY((*event)->threads.size() <= 5);
    QCOMPARE((*event)->diagnostics.size(), std::size_t{1});
}

void TestNativeText::modulesBeyondTheLimitAreNamesOnly_data()
{
    QTest::addColumn<int>("limit");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
}

/// A frame must not get the module of another one.
void TestNativeText::modulesBeyondTheLimitAreNamesOnly()
{
    QFETCH(const int, limit);
    ParseLimits limits;
    limits.maxModules = static_cast<std::uint32_t>(limit);
    const auto event = readTraceOf(kTombstoneForm,
                                   ByteView::fromString("      #00 pc 00000010  /a.so (f+4)\n"
                                                        "      #01 pc 00000020  /b.so (g+4)\n"
                                                        "      #02 pc 00000030  /c.so (h+4)\n"),
                                   limits);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->modules.size(), static_cast<std::size_t>(limit));
    const auto& frames = *(*event)->threads[0].givenFrames;
    QCOMPARE(frames.size(), std::size_t{3});
    for (std::size_t i = limits.maxModules; i < frames.size(); ++i) {
        QVERIFY(!frames[i].asNative()->relativeTo);
        QVERIFY(frames[i].asNative()->package.has_value());
    }
    QCOMPARE(*frames[2].asNative()->package, std::string("/c.so"));
    QCOMPARE((*event)->diagnostics.size(), std::size_t{1});
    QCOMPARE((*event)->diagnostics[0].text,
             concat(3 - limit,
                    " frames are without a module: there are more modules than the limit of ",
                    limit));
}

/// What a reader asks about its last stack is about the dropped one then.
void TestNativeText::stacksBeyondTheLimitAreDropped()
{
    ParseLimits limits;
    limits.maxThreads = 1;
    const auto event =
        readTraceOf(kKernelForm,
                    ByteView::fromString("BUG: KASAN: slab-use-after-free in f+0x1/0x2\n"
                                         "Read of size 8 at addr ffff88000a0b0c00 by task a/77\n"
                                         "Call Trace:\n f+0x1/0x2\nFreed by task 78:\n g+0x1/0x2\n"
                                         "CPU: 0 PID: 79 Comm: a Not tainted 6.1.0\n h+0x1/0x2\n"),
                    limits);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    QVERIFY(!(*event)->threads[0].id);
    QCOMPARE((*event)->diagnostics.size(), std::size_t{1});
    QCOMPARE((*event)->diagnostics[0].text, std::string("1 stacks or frames exceed the limits"));
}

void TestNativeText::goTellsTheLastPanic_data()
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

void TestNativeText::goTellsTheLastPanic()
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
void TestNativeText::cratesOfRustHaveNoHashes()
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
void TestNativeText::signalsInterruptExactAddresses_data()
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

void TestNativeText::signalsInterruptExactAddresses()
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
void TestNativeText::membersWithoutATracebackAreTold()
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
void TestNativeText::spindumpsKeepTheirCallTrees()
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

QTEST_GUILESS_MAIN(TestNativeText)
#include "tst_native_text.moc"
