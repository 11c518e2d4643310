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

QTEST_GUILESS_MAIN(TestNativeText)
#include "tst_native_text.moc"
