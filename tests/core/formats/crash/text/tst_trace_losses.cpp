// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/text/native_text.h"

#include <QTest>

using namespace faultline;
using namespace faultline::nativetext;

/// What a text or a reader leaves out is told.
class TestTraceLosses : public QObject
{
    Q_OBJECT

private slots:
    void damageOfTheKernelIsTold_data();
    void damageOfTheKernelIsTold();
    void holesAreTold_data();
    void holesAreTold();
    void aThousandHolesAreCounted();
    void limitsAreKept();
    void modulesBeyondTheLimitAreNamesOnly_data();
    void modulesBeyondTheLimitAreNamesOnly();
    void stacksBeyondTheLimitAreDropped();
};

void TestTraceLosses::damageOfTheKernelIsTold_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("diagnostics");
    const auto row = [](const char* name, const QByteArray& text, const QStringList& diagnostics) {
        QTest::newRow(name) << text << diagnostics;
    };
    const QByteArray kasan = "[   12.000001] BUG: KASAN: use-after-free in foo+0x1/0x2\n";
    const QByteArray access =
        "[   12.000002] Read of size 8 at addr ffff88000a0b0c00 by task a/7\n";
    const QByteArray entry = "[   12.000008]  entry_SYSCALL_64+0x1/0x2\n";
    const QByteArray stack = "[   12.000003] Call Trace:\n[   12.000004]  foo+0x1/0x2\n" + entry;
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
        "[   12.000004]  foo+0x1/0x2\n" +
            entry,
        {"the lines of two reports are mixed: the text is damaged"});
    row("frames above their own heading",
        "[   12.000001] WARNING: CPU: 1 PID: 7 at a.c:3 foo+0x1/0x2\n"
        "[   12.000002]  ? bar+0x1/0x2\n" +
            stack,
        {"the lines of two reports are mixed: the text is damaged"});
    row("two tasks in a report about locks",
        "[   12.000001] WARNING: suspicious RCU usage\n[   12.000002] 1 lock held by a/7:\n"
        "[   12.000002] CPU: 0 PID: 8 Comm: b Not tainted 6.1.0\n" +
            stack,
        {"the lines of two reports are mixed: the text is damaged"});
    row("one task in a report about locks",
        "[   12.000001] WARNING: suspicious RCU usage\n[   12.000002] 1 lock held by a/7:\n"
        "[   12.000002] CPU: 0 PID: 7 Comm: a Not tainted 6.1.0\n" +
            stack,
        {});
    row("a report of a task that wants memory inside of another's",
        "[   12.000001] WARNING: CPU: 1 PID: 7 at a.c:3 foo+0x1/0x2\n"
        "[   12.000002] b: page allocation failure: order:4, mode:0xcc0\n" +
            stack,
        {"the lines of two reports are mixed: the text is damaged"});
    row("lines that the kernel dropped",
        kasan + "** 12 printk messages dropped ** " + access + stack,
        {"lines are missing: the kernel dropped some before line 2"});
    row("frames that the kernel doubts",
        kasan + access +
            "[   12.000003] Call Trace:\n[   12.000004]  ? qux+0x1/0x2\n"
            "[   12.000005]  ? bar+0x1/0x2\n[   12.000006]  ? baz+0x1/0x2\n",
        {"the kernel doubts every frame of the stack: the stack is damaged"});
    row("a text that ends within the stack",
        kasan + access + "[   12.000003] Call Trace:\n[   12.000004]  foo+0x1/0x2\n",
        {"the stack is not whole below line 4: the text is cut or damaged"});
    row("a stack from a program",
        kasan + access +
            "[   12.000003] Call Trace:\n[   12.000004]  foo+0x1/0x2\n"
            "[   12.000005] RIP: 0033:0x7f2893ca6608\n",
        {});
    row("a panic after a report that is not there",
        "[   12.000001] Kernel panic - not syncing: panic_on_warn set ...\n" + stack,
        {"the report that the panic follows is missing: the text is cut"});
    row("two lines in one",
        kasan + access + "[   12.000003] ffff8801a32576d8[   12.000004] binder: 12 returned -16\n" +
            stack,
        {"line 3 is two lines in one: the text is damaged"});
    row("a stack of ARM that leads to nowhere",
        "[   12.000001] WARNING: CPU: 1 PID: 7 at a.c:3 foo+0x1/0x2\n"
        "[   12.000002] [<801349a8>] (panic) from [<8013479c>] (warn_slowpath_fmt+0x0/0x5c)\n"
        "[   12.000003] [<8013479c>] (warn_slowpath_fmt) from [<00000000>] (  (null))\n",
        {"the stack is damaged: line 3 leads to an address that is no code"});
    row("a stack of ARM that leads to no symbol",
        "[   12.000001] WARNING: CPU: 1 PID: 7 at a.c:3 foo+0x1/0x2\n"
        "[   12.000002] [<801349a8>] (panic) from [<8013479c>] (warn_slowpath_fmt+0x0/0x5c)\n"
        "[   12.000003] [<8013479c>] (warn_slowpath_fmt) from [<e0236b93>] (0xe0236b93)\n",
        {"the stack is damaged: line 3 leads to an address that is no code"});
    row("a trap and its oops",
        "[   12.000001] BUG: unable to handle page fault for address: ffffed1000000000\n"
        "[   12.000002] Oops: 0000 [#1] SMP\n" +
            stack,
        {});
}

void TestTraceLosses::damageOfTheKernelIsTold()
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

void TestTraceLosses::holesAreTold_data()
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
void TestTraceLosses::holesAreTold()
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

void TestTraceLosses::aThousandHolesAreCounted()
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

void TestTraceLosses::limitsAreKept()
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

void TestTraceLosses::modulesBeyondTheLimitAreNamesOnly_data()
{
    QTest::addColumn<int>("limit");
    QTest::newRow("none") << 0;
    QTest::newRow("one") << 1;
}

/// A frame must not get the module of another one.
void TestTraceLosses::modulesBeyondTheLimitAreNamesOnly()
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
void TestTraceLosses::stacksBeyondTheLimitAreDropped()
{
    ParseLimits limits;
    limits.maxThreads = 1;
    const auto event =
        readTraceOf(kKernelForm,
                    ByteView::fromString("BUG: KASAN: slab-use-after-free in f+0x1/0x2\n"
                                         "Read of size 8 at addr ffff88000a0b0c00 by task a/77\n"
                                         "Call Trace:\n f+0x1/0x2\n entry_SYSCALL_64+0x1/0x2\n"
                                         "Freed by task 78:\n g+0x1/0x2\n"
                                         "CPU: 0 PID: 79 Comm: a Not tainted 6.1.0\n h+0x1/0x2\n"),
                    limits);
    QVERIFY(event.has_value());
    QCOMPARE((*event)->threads.size(), std::size_t{1});
    QVERIFY(!(*event)->threads[0].id);
    QCOMPARE((*event)->diagnostics.size(), std::size_t{1});
    QCOMPARE((*event)->diagnostics[0].text, std::string("1 stacks or frames exceed the limits"));
}

QTEST_GUILESS_MAIN(TestTraceLosses)
#include "tst_trace_losses.moc"
