// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/jvm_text/jvm_crash.h"
#include "core/formats/crash/jvm_text/text_event.h"
#include "core/formats/crash/log_lines/log_prefix.h"

#include <QTest>

using namespace faultline;
using namespace faultline::jvmtext;

/// Stack traces, logs and thread dumps of the JVM and Android.
class TestJvmText : public QObject
{
    Q_OBJECT

private slots:
    void lines_data();
    void lines();
    void prefixes_data();
    void prefixes();
    void causesAreStacksOfTheirOwn();
    void writersOfALogAreKeptApart();
    void aLoggersPrefixIsLearned();
    void aClassWithoutAPackageIsAHead_data();
    void aClassWithoutAPackageIsAHead();
    void framesWithoutAPlaceBeginNoStack();
    void repeatedStacksOfADeadlockAreNoThreads();
    void namesOfThreadsMayHaveQuotes();
    void threadDump();
    void mapIdsAreCollected();
    void kinds_data();
    void kinds();
    void eventHasLineNumbersAsIndexes();
    void eventTellsRolesAndThreads();
    void crashFile();
    void theFatalTraceLeads_data();
    void theFatalTraceLeads();
    void messagesMayQuoteScripts_data();
    void messagesMayQuoteScripts();
    void quotedScriptsAreAPart();
    void exportsHeadThreads_data();
    void exportsHeadThreads();
    void longTextsAreCut();
    void dumpsAreNoTexts();
    void everyPrefixIsRead();
};

namespace {

struct Describe
{
    std::string operator()(const OtherLine&) const { return "other"; }

    std::string operator()(const MoreLine&) const { return "more"; }

    std::string operator()(const DetailLine&) const { return "detail"; }

    std::string operator()(const FrameLine& f) const
    {
        return concat("frame [", f.head, "] ", f.className, " ", f.method, " ", f.file, ":",
                      f.line ? concat(*f.line) : std::string("-"), " ", f.descriptor, "[", f.tail,
                      "]");
    }

    std::string operator()(const ThrowableLine& t) const
    {
        return concat("throwable [", t.head, "] ", t.className, " [", t.message, "]");
    }
};

JvmText textOf(std::string text)
{
    return *readJvmText(ByteView::fromString(std::move(text)));
}

std::string shapeOf(const JvmText& text)
{
    std::string shape;
    for (const auto& stack : text.stacks)
        shape += concat(shape.empty() ? "" : " ", stack.throwable ? "T" : "-",
                        stack.messageLines.size(), "/", stack.frames.size());
    return shape;
}

} // namespace

void TestJvmText::lines_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* line, const char* expected) {
        QTest::newRow(name) << line << expected;
    };
    row("frame", "    at a.b.C.m(File.java:12)", "frame [    at ] a.b.C m File.java:12 []");
    row("tab", "\tat a.b.C$d.<init>(SourceFile:3)", "frame [\tat ] a.b.C$d <init> SourceFile:3 []");
    row("native method", "at a.b.C.m(Native Method)", "frame [at ] a.b.C m Native Method:- []");
    row("no file", "at a.b.C.m()", "frame [at ] a.b.C m :- []");
    row("blank before the place", "  at a.b.c (F:1)", "frame [  at ] a.b c F:1 []");
    row("no place", "  at java.lang.Method.invoke", "frame [  at ] java.lang.Method invoke :- []");
    row("prose", "  at the end. Then", "other");
    row("hidden class", "at a.b$$Lambda$14/0x0000000800c03000.run(Unknown Source)",
        "frame [at ] a.b$$Lambda$14/0x0000000800c03000 run Unknown Source:- []");
    row("hidden class of Java 8", "at m@1/a.b$$Lambda$1/1406718218.run(Unknown Source)",
        "frame [at m@1/] a.b$$Lambda$1/1406718218 run Unknown Source:- []");
    row("blanks in the method", "at app//a.T.keys are ignored(T.kt:76)",
        "frame [at app//] a.T keys are ignored T.kt:76 []");
    row("blanks and no file", "at noon we ate. a lot (of it)", "other");
    row(".NET", "   at A.B.C(String name) in C:\\src\\a.cs:line 4", "other");
    row(".NET without parameters", "   at A.B.C() in /src/a.cs:line 4", "other");
    row(".NET compiled ahead of time", "   at A.B.C(String) + 0x1c", "other");
    row("V8's own code", "    at Array.forEach (native)", "other");
    row("a script", "    at a.b (webpack:///./x.js?:1:2)", "other");
    row("a script's column", "    at a.b (2.js:1:20)", "other");
    row("a callback of a script", "    at Array.forEach (<anonymous>)", "other");
    row("a script in a page", "    at Button.onclick ((index):5:33)", "other");
    row("a place and a line of R8", "at a.b.c(Unknown Source:12)",
        "frame [at ] a.b c Unknown Source:12 []");
    row("a line of dashes", "------------------------", "other");
    row("native method of ART", "  at a.b.o(Native method)",
        "frame [  at ] a.b o Native method:- []");
    row("module in the place", "\tat java.lang.Thread.run(java.base@17.0.15/Thread.java:840)",
        "frame [\tat ] java.lang.Thread run java.base@17.0.15/Thread.java:840 []");
    row("colons in the file", "at a.s(:foo::bar:1)", "frame [at ] a s :foo::bar:1 []");
    row("line is no number", "at a.s(File.java:x)", "frame [at ] a s File.java:x:- []");
    row("module", "  at java.base/java.lang.Thread.run(Thread.java:840)",
        "frame [  at java.base/] java.lang.Thread run Thread.java:840 []");
    row("loader and module", "at app//a.b.c(F:1)", "frame [at app//] a.b c F:1 []");
    row("jar", "at a.b.c(F.java:1) ~[lib.jar:1.2]", "frame [at ] a.b c F.java:1 [ ~[lib.jar:1.2]]");
    row("no method", "at noon (12:00)", "other");
    row("interpreted frame", "j  a.b.C.m(ILa/D;)V+12", "frame [j  ] a.b.C m :- (ILa/D;)V[+12]");
    row("compiled frame", "J 123 c2 a.b.C.m(I)V (10 bytes) @ 0x1",
        "frame [J 123 c2 ] a.b.C m :- (I)V[ (10 bytes) @ 0x1]");
    row("throwable", "a.b.C: some text: more", "throwable [] a.b.C [some text: more]");
    row("throwable without message", "a.b.C", "throwable [] a.b.C []");
    row("no package", "MyException: text", "throwable [] MyException [text]");
    row("cause", "Caused by: a.b: text", "throwable [Caused by: ] a.b [text]");
    row("indented cause", "\tCaused by: x", "throwable [\tCaused by: ] x []");
    row("suppressed", "\tSuppressed: a.b", "throwable [\tSuppressed: ] a.b []");
    row("thread", "Exception in thread \"main\" a.b: text",
        "throwable [Exception in thread \"main\" ] a.b [text]");
    row("Jazzer", "== Java Exception: a.b: text", "throwable [== Java Exception: ] a.b [text]");
    row("Crashlytics", "Fatal Exception: a.b: text", "throwable [Fatal Exception: ] a.b [text]");
    row("cause without a colon", "Caused by a.b: text", "throwable [Caused by ] a.b [text]");
    row("Play Console", "Exception a.b: text", "throwable [Exception ] a.b [text]");
    row("circular", "\t[CIRCULAR REFERENCE: a.b: text]",
        "throwable [\t[CIRCULAR REFERENCE: ] a.b [text]]");
    row("Clojure", "clojure.lang.Numbers.divide (Numbers.java:188)",
        "frame [] clojure.lang.Numbers divide Numbers.java:188 []");
    row("Clojure's function", "  user$foo.invoke (REPL:1)", "frame [  ] user$foo invoke REPL:1 []");
    row("Clojure's file", "my.app$f__12.doInvoke (app.clj:7)",
        "frame [] my.app$f__12 doInvoke app.clj:7 []");
    row("no frame of Clojure", "see user.guide (page:12)", "other");
    row("no frame of Clojure either", "object.method (app.js:12)", "other");
    row("Clojure's error", "Execution error (ArithmeticException) at user/foo (REPL:1).",
        "throwable [Execution error (] ArithmeticException []");
    row("prose about an error", "an error (see below) was found.", "other");
    row("word and text", "Process: com.x, PID: 1234", "other");
    row("state of a thread", "   java.lang.Thread.State: RUNNABLE", "other");
    row("sentence", "something a.b happened", "other");
    row("circle", "Caused by: [CIRCULAR REFERENCE: a.b: text]",
        "throwable [Caused by: [CIRCULAR REFERENCE: ] a.b [text]]");
    row("circle of Java 8", "[CIRCULAR REFERENCE:a.b]", "throwable [[CIRCULAR REFERENCE:] a.b []]");
    row("more", "\t... 12 more", "more");
    row("common", "    ... 3 common frames omitted", "more");
    row("lock", "  - locked <0x0e> (a a.b.C)", "detail");
    row("native frame", "  native: #00 pc 000abc  /path/lib.so", "detail");
    row("empty", "", "other");
}

void TestJvmText::lines()
{
    QFETCH(QString, line);
    QFETCH(QString, expected);
    const auto text = line.toStdString();
    QCOMPARE(QString::fromStdString(std::visit(Describe(), parseTextLine(text))), expected);
}

void TestJvmText::prefixes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("writer");
    const auto row = [](const char* name, const char* line, const char* message,
                        const char* writer) { QTest::newRow(name) << line << message << writer; };
    row("threadtime", "11-22 19:02:58.123  1234  1240 E AndroidRuntime: \tat a.b.c(F:1)",
        "\tat a.b.c(F:1)", "1234  1240 E AndroidRuntime:");
    row("year, zone and user", "2026-11-22 19:02:58.123456 +0100 u0_a1 1234 1240 E Tag: text",
        "text", "u0_a1 1234 1240 E Tag:");
    row("time", "11-22 19:02:58.123 E/Tag( 1234): text", "text", "E/Tag( 1234):");
    row("brief", "E/AndroidRuntime( 1234): a.b.c: text", "a.b.c: text", "E/AndroidRuntime( 1234):");
    row("tag", "E/Tag: text", "text", "E/Tag:");
    row("process", "E( 1234) text", "text", "E( 1234) ");
    row("thread", "E( 1234: 1240) text", "text", "E( 1234: 1240) ");
    row("empty message", "11-22 19:02:58.123  1234  1240 E Tag:", "", "1234  1240 E Tag:");
    row("Android Studio",
        "2023-12-11 09:50:03.366 30192-30192 System.err              com.acme.shop  W  \tat "
        "a.b.c(F:1)",
        "\tat a.b.c(F:1)", "30192-30192 System.err              com.acme.shop  ");
    row("Android Studio, old", "2019-12-03 20:51:53.899 12678-12678/com.acme W/System.err: a.b: x",
        "a.b: x", "12678-12678/com.acme W/System.err:");
    row("raw", "\tat a.b.c(F:1)", "\tat a.b.c(F:1)", "");
    row("a throwable", "a.b.C: text", "a.b.C: text", "");
    row("a time alone", "11-22 19:02:58.123", "11-22 19:02:58.123", "");
}

void TestJvmText::prefixes()
{
    QFETCH(QString, line);
    QFETCH(QString, message);
    QFETCH(QString, writer);
    const auto prefix = loglines::logPrefixOf(line.toStdString());
    QCOMPARE(line.mid(int(prefix.sizeBytes)), message);
    QCOMPARE(QString::fromStdString(prefix.writer), writer);
}

void TestJvmText::causesAreStacksOfTheirOwn()
{
    const auto text =
        textOf("log line\na.b: one\nof two lines\n\tat a.m(F:1)\n\tat a.n(F:2)\n"
               "\tSuppressed: c.d\n\t\tat a.s(F:1)\n\t\t... 2 more\n"
               "Caused by: e.f: x\n\tat a.q(F:9)\n\t... 1 more\nlog line\nat g.h(F:1)\n");
    QCOMPARE(shapeOf(text), std::string("T1/2 T0/1 T0/1 -0/1"));
}

void TestJvmText::writersOfALogAreKeptApart()
{
    const auto text = textOf("11-22 19:02:58.123  10  10 E AndroidRuntime: a.b: one\n"
                             "11-22 19:02:58.123  20  20 W System.err: c.d: two\n"
                             "11-22 19:02:58.124  10  10 E AndroidRuntime: \tat a.m(F:1)\n"
                             "11-22 19:02:58.124  20  20 W System.err: \tat c.m(F:2)\n"
                             "11-22 19:02:58.125  10  10 E AndroidRuntime: \tat a.n(F:3)\n");
    QCOMPARE(shapeOf(text), std::string("T0/2 T0/1"));
    QCOMPARE(text.kind, TextKind::Logcat);
}

void TestJvmText::aLoggersPrefixIsLearned()
{
    const auto text = textOf("[17:55:33] [Server thread/INFO]: Starting\n"
                             "[17:55:34] [Server thread/INFO]: [STDERR]: a.b: one\n"
                             "[17:55:35] [Server thread/INFO]: [STDERR]: \tat a.m(F:1)\n"
                             "[17:55:36] [Server thread/INFO]: [STDERR]: Caused by: c.d\n"
                             "[17:55:36] [Server thread/INFO]: [STDERR]: \tat a.n(F:2)\n"
                             "[17:55:37] [Server thread/INFO]: Done\n");
    QCOMPARE(shapeOf(text), std::string("T0/1 T0/1"));
    QVERIFY(looksLikeJvmText("stderr | a.b: one\nstderr | \tat a.m(F:1)\n"));
    QVERIFY(looksLikeJvmText("> at a.m(F:1)\n")); // Quoted mail.
    QVERIFY(!looksLikeJvmText("The fault is at a.m(F:1)\n"));
}

void TestJvmText::aClassWithoutAPackageIsAHead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shape");
    QTest::newRow("head") << QByteArray("a$b: no stock\n\tat a.m(F:1)\n") << QByteArray("T0/1");
    QTest::newRow("no message") << QByteArray("l1\n\tat a.m(F:1)\n") << QByteArray("T0/1");
    QTest::newRow("no frames") << QByteArray("note: text\n") << QByteArray();
    QTest::newRow("a line between") << QByteArray("l1: x\n\n\tat a.m(F:1)\n") << QByteArray("-0/1");
    QTest::newRow("a sentence") << QByteArray("it failed\n\tat a.m(F:1)\n") << QByteArray("-0/1");
}

void TestJvmText::aClassWithoutAPackageIsAHead()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shape);
    QCOMPARE(shapeOf(textOf(text.toStdString())), shape.toStdString());
}

void TestJvmText::framesWithoutAPlaceBeginNoStack()
{
    QCOMPARE(shapeOf(textOf("a.b: x\n at a.m (F:1)\n at a.b.n\n at a.b.o()\n")),
             std::string("T0/3"));
    QCOMPARE(shapeOf(textOf("look\n at home.sweet.home\n")), std::string());
    QVERIFY(!looksLikeJvmText(" at home.sweet.home\n at a.b.c()\n"));
}

/// HotSpot prints the stacks of a deadlock's threads once more.
void TestJvmText::repeatedStacksOfADeadlockAreNoThreads()
{
    const std::string dump = "Full thread dump\n\n\"left\" #12 prio=5\n\tat a.m(F:1)\n\n"
                             "\"GC\" os_prio=0\n\nFound one Java-level deadlock:\n=====\n"
                             "\"left\":\n  waiting to lock\n\n"
                             "Java stack information for the threads listed above:\n=====\n"
                             "\"left\":\n\tat a.m(F:1)\n\nFound 1 deadlock.\n\n"
                             "\"late\" #13 prio=5\n\tat a.n(F:1)\n";
    const auto text = textOf(dump);
    QCOMPARE(text.stacks.size(), std::size_t{3}); // All lines are restored.
    QVERIFY(text.stacks[1].isRepeated);
    const auto event = readJvmTextEvent(ByteView::fromString(dump), {});
    QVERIFY(event.has_value());
    QCOMPARE((*event)->threads.size(), std::size_t{2});
    QCOMPARE((*event)->threads[1].name, std::optional<std::string>("late"));
}

void TestJvmText::namesOfThreadsMayHaveQuotes()
{
    const auto text = textOf("\"pool \"quoted\" 1\" #14 daemon prio=5\n\tat a.m(F:1)\n");
    QCOMPARE(text.stacks[0].thread, std::string_view("pool \"quoted\" 1"));
}

void TestJvmText::threadDump()
{
    const auto text = textOf("----- pid 12 at 2026-11-22 19:02:58 -----\nCmd line: com.x\n\n"
                             "\"main\" prio=5 tid=1 Blocked\n  | group=\"main\" sCount=1\n"
                             "  at a.b.m(F:1)\n  - waiting to lock <0x1> (a a.c) held by thread 2\n"
                             "  at a.b.n(F:2)\n\n\"w\" prio=5 tid=2 Native\n  native: #00 pc 1 x\n"
                             "  at a.b.o(Native method)\n\n----- end 12 -----\n");
    QCOMPARE(shapeOf(text), std::string("-0/2 -0/1"));
    QCOMPARE(text.kind, TextKind::AnrTrace);
    QCOMPARE(text.stacks[0].thread, std::string_view("main"));
    QCOMPARE(text.stacks[0].details.size(), std::size_t{1});
    QCOMPARE(text.stacks[1].thread, std::string_view("w"));
}

void TestJvmText::mapIdsAreCollected()
{
    const auto text = textOf(
        "\tat a.b.m(r8-map-id-abc:1)\n\tat a.b.n(r8-map-id-abc:2)\n\tat c.d.e(r8-map-id-def)\n");
    QCOMPARE(text.mapIds, (std::vector<std::string>{"abc", "def"}));
}

void TestJvmText::kinds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kind");
    QTest::newRow("trace") << "a.b: x\n\tat a.b.c(F:1)\n" << "stack trace";
    QTest::newRow("HotSpot dump") << "Full thread dump OpenJDK\n\tat a.b.c(F:1)\n" << "thread dump";
    QTest::newRow("hs_err")
        << "# A fatal error has been detected by the Java Runtime Environment:\nj  a.b.c()V+1\n"
        << "hs_err file";
}

void TestJvmText::kinds()
{
    QFETCH(QString, text);
    QFETCH(QString, kind);
    const auto read = textOf(text.toStdString());
    const auto name = textKindName(read.kind);
    QCOMPARE(QString::fromUtf8(name.data(), qsizetype(name.size())), kind);
    QCOMPARE(read.stacks.size(), std::size_t{1});
}

void TestJvmText::eventHasLineNumbersAsIndexes()
{
    const auto text = textOf("first\na.b.C: text x\n\tat d.e.m(F:4)\nj  d.e.n(I)V+2\n");
    const auto event = eventOf(text);
    QCOMPARE(event.stacks.size(), std::size_t{1});
    QCOMPARE(event.stacks[0].exception, (std::optional<JvmException>({"C", "a.b"})));
    QCOMPARE(event.stacks[0].frames[0].index, 2u);
    QCOMPARE(event.stacks[0].frames[0].detail.module, std::string("d.e"));
    QCOMPARE(event.stacks[0].frames[0].position.line, std::optional<std::uint32_t>(4));
    QCOMPARE(event.stacks[0].frames[1].detail.signature, std::optional<std::string>("(I)V"));
    QCOMPARE(event.messages.size(), std::size_t{1});
    QCOMPARE(event.messages[0].text, std::string("text x"));
    QCOMPARE(messageLinesOf(text), (std::vector<std::size_t>{1}));
}

void TestJvmText::eventTellsRolesAndThreads()
{
    const auto event = eventOf(textOf("\"w\" prio=5 tid=2 Blocked\n  at a.b.m(F:1)\n"
                                      "  - waiting to lock <0x1> (a a.c)\n\n"
                                      "Exception in thread \"main\" a.b: x\ny\n\tat a.m(F:1)\n"
                                      "\tSuppressed: c.d\n\t\tat a.s(F:1)\n"
                                      "Caused by: e.f: x\n\tat a.q(F:9)\n"));
    QCOMPARE(event.stacks.size(), std::size_t{4});
    QCOMPARE(event.stacks[0].role, JvmStackRole::Thread);
    QCOMPARE(event.stacks[0].thread, std::string("w"));
    QCOMPARE(event.stacks[1].role, JvmStackRole::Error);
    QCOMPARE(event.stacks[1].thread, std::string("main"));
    QVERIFY(event.stacks[1].isFatal);
    QCOMPARE(event.stacks[2].role, JvmStackRole::Suppressed);
    QCOMPARE(event.stacks[3].role, JvmStackRole::Cause);
    QVERIFY(!event.stacks[3].isFatal);
    QCOMPARE(event.messages[0].frame, std::optional<std::uint64_t>(1));
    QVERIFY(!event.messages[1].frame);
    QCOMPARE(event.messages[2].text, std::string("y"));
}

void TestJvmText::crashFile()
{
    const auto event =
        readJvmTextEvent(ByteView::fromString("\xef\xbb\xbf"
                                              "a.b.C: one\ntwo \xff\n\tat a.b.m(r8-map-id-12AB:1)\n"
                                              "Caused by: e.f\n\tat a.q(F:9)\n"),
                         {});
    QVERIFY(event);
    const auto& crash = **event;
    QCOMPARE(crash.kind, EventKind::Jvm);
    QCOMPARE(crash.threads.size(), std::size_t{2});
    QCOMPARE(*crash.threads[0].name, std::string("a.b.C: one"));
    QCOMPARE(*crash.threads[1].name, std::string("caused by e.f"));
    QVERIFY(crash.crash.present);
    QVERIFY(!crash.crash.addressKnown);
    QCOMPARE(crash.crash.reason, std::string("a.b.C"));
    QCOMPARE(crash.crash.details, std::string("one\ntwo \xef\xbf\xbd"));
    QCOMPARE(crash.modules.size(), std::size_t{1});
    QCOMPARE(crash.modules[0].codeId->text(), std::string("12ab"));
    const auto none = readJvmTextEvent(ByteView::fromString("nothing\n"), {});
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::Unsupported);
}

void TestJvmText::theFatalTraceLeads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<unsigned>("leading");
    QTest::newRow("first exception") << "a.b: x\n\tat a.m(F:1)\na.c: y\n\tat a.n(F:1)\n" << 0u;
    QTest::newRow("exception after a thread")
        << "\"w\" prio=5\n  at a.m(F:1)\n\na.c: y\n\tat a.n(F:1)\n"
        << 1u;
    QTest::newRow("main thread")
        << "\"w\" prio=5\n  at a.m(F:1)\n\n\"main\" prio=5\n  at a.n(F:1)\n"
        << 1u;
    QTest::newRow("Android's fatal one")
        << "W/System.err( 1): a.b: x\nW/System.err( 1): \tat a.m(F:1)\n"
           "E/AndroidRuntime( 1): FATAL EXCEPTION: main\nE/AndroidRuntime( 1): Process: c, PID: 1\n"
           "E/AndroidRuntime( 1): a.c: y\nE/AndroidRuntime( 1): \tat a.n(F:1)\n"
        << 1u;
}

void TestJvmText::theFatalTraceLeads()
{
    QFETCH(QString, text);
    QFETCH(unsigned, leading);
    const auto event = readJvmTextEvent(ByteView::fromString(text.toStdString()), {});
    QVERIFY(event);
    QCOMPARE((*event)->requestingThread, std::optional<std::uint32_t>(leading));
}

namespace {

/// The leading stack, then every stack with its error and how many frames it has.
std::string stacksOf(const Event& event)
{
    auto text = concat("leads ", event.requestingThread.value_or(99), ", ", event.crash.reason,
                       ": ", event.crash.details, "\n");
    for (const auto& thread : event.threads)
        text += concat(thread.error ? thread.error->type : std::string("-"), ": ",
                       thread.error ? thread.error->message : thread.name.value_or("-"), " (",
                       thread.frameParts.empty() ? std::string("whole")
                                                 : concat(thread.frameParts.size(), " of part ",
                                                          thread.frameParts.front()),
                       ")\n");
    return text;
}

} // namespace

void TestJvmText::messagesMayQuoteScripts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("React Native",
        "FATAL EXCEPTION: mqt_native_modules\n"
        "com.facebook.react.common.JavascriptException: TypeError: x is not a function, js engine: "
        "hermes, stack:\n"
        "onPress@1:132161\nanonymous@1:99\nf@12.js:4:7\n\n"
        "\tat com.facebook.react.modules.core.E.reportException(E.java:70)\n"
        "\tat java.lang.Thread.run(Thread.java:1)\n",
        "leads 1, TypeError: x is not a function\n"
        "JavascriptException: TypeError: x is not a function, js engine: hermes (2 of part 0)\n"
        "TypeError: x is not a function (3 of part 1)\n");
    row("an error of its native code",
        "com.facebook.jni.CppException: Error: no\n\nError: no\n"
        "    at go (address at index.android.bundle:1:23)\n"
        "    at Array.map (native)\n"
        "\tat com.facebook.jni.N.run(Native Method)\n",
        "leads 1, Error: no\nCppException: Error: no\nError: no (1 of part 0)\n"
        "Error: no (2 of part 1)\n");
    row("a cause does not lead",
        "java.lang.RuntimeException: failed\n\tat a.b.c(A.java:1)\n"
        "Caused by: x.y.JavascriptException: Error: no, stack:\nf@1:2\n"
        "\tat a.b.d(A.java:2)\n",
        "leads 0, java.lang.RuntimeException: failed\nRuntimeException: failed (1 of part 0)\n"
        "JavascriptException: Error: no (1 of part 0)\nError: no (1 of part 1)\n");
    row("a message with an address is none",
        "a.b.MailException: sent to\nme@example.org\n\tat a.b.c(A.java:1)\n",
        "leads 0, a.b.MailException: sent to\nme@example.org\n"
        "MailException: sent to\nme@example.org (whole)\n");
}

void TestJvmText::messagesMayQuoteScripts()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    const auto event = readJvmTextEvent(ByteView::fromString(text.toStdString()), {});
    QVERIFY(event.has_value());
    QCOMPARE(QByteArray::fromStdString(stacksOf(**event)), expected);
}

void TestJvmText::quotedScriptsAreAPart()
{
    const auto event = readJvmTextEvent(
        ByteView::fromString(
            "x.JavascriptException: E, stack:\nf@7.js:4:1\n\tat a.b.c(A.java:1)\n"),
        {});
    QVERIFY(event.has_value());
    QCOMPARE((*event)->kind, EventKind::Jvm);
    QCOMPARE((*event)->parts.size(), std::size_t{1});
    const auto& part = (*event)->parts.front();
    const auto& scripts = std::get<ScriptEvent>(part.detail);
    QCOMPARE(scripts.stacks.size(), (*event)->threads.size());
    QVERIFY(scripts.stacks[0].frames.empty());
    QCOMPARE(scripts.stacks[1].frames.front().position.absPath, std::optional<std::string>("7.js"));
    QCOMPARE((*event)->asJvm()->stacks.size(), (*event)->threads.size());
    QCOMPARE((*event)->modules.at(part.firstModule).codeFile, std::optional<std::string>("7.js"));
    ParseLimits limits;
    limits.maxThreads = 1;
    const auto limited = readJvmTextEvent(
        ByteView::fromString("x.JavascriptException: E, stack:\nf@1:2\n\tat a.b.c(A.java:1)\n"),
        limits);
    QVERIFY(limited.has_value() && (*limited)->parts.empty());
}

void TestJvmText::exportsHeadThreads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("threads");
    QTest::newRow("an export") << QByteArray(
                                      "# Crashlytics - Stack trace\n# Platform: android\n\n"
                                      "Fatal Exception: a.B: no\n       at a.b.c(D.java:1)\n\n"
                                      "main:\n       at a.b.c(D.java:1)\n\n"
                                      "Exo:Loader.Media:\n       at a.b.d(D.java:2)\n\n"
                                      "Worker #1:\n       at a.b.e(D.java:3)\n")
                               << QStringList{"", "main", "Exo:Loader.Media", "Worker #1"};
    QTest::newRow("an excerpt") << QByteArray("Firebase Background Thread #3:\n"
                                              "       at a.b.c(D.java:1)\n")
                                << QStringList{"Firebase Background Thread #3"};
    QTest::newRow("threads of a program that does not answer")
        << QByteArray("main (native):tid=1 systid=28695 \n       at a.b.c(D.java:1)\n")
        << QStringList{"main"};
    QTest::newRow("other text") << QByteArray("It happened here:\n  at a.b.c(D.java:1)\n")
                                << QStringList{""};
}

void TestJvmText::exportsHeadThreads()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, threads);
    QStringList names;
    for (const auto& stack : textOf(text.toStdString()).stacks)
        names.append(QString::fromUtf8(stack.thread.data(), qsizetype(stack.thread.size())));
    QCOMPARE(names, threads);
}

void TestJvmText::longTextsAreCut()
{
    ParseLimits limits;
    limits.maxThreads = 2;
    limits.maxFramesPerThread = 2;
    limits.maxFramesPerEvent = 3;
    std::string text;
    for (int i = 0; i < 4; ++i)
        text += "a.b: x\n\tat a.m(F:1)\n\tat a.m(F:2)\n\tat a.m(F:3)\n";
    const auto event = readJvmTextEvent(ByteView::fromString(text), limits);
    QVERIFY(event);
    const auto& jvm = std::get<JvmEvent>((*event)->detail);
    QCOMPARE(jvm.stacks.size(), std::size_t{2});
    QCOMPARE(jvm.stacks[0].frames.size(), std::size_t{2});
    QCOMPARE(jvm.stacks[1].frames.size(), std::size_t{1});
    QCOMPARE(jvm.messages.size(), std::size_t{2});
    QCOMPARE((*event)->diagnostics.size(), std::size_t{1});
}

void TestJvmText::dumpsAreNoTexts()
{
    using namespace std::string_view_literals;
    QVERIFY(looksLikeJvmText("a.b: x\n\tat a.b.c(F:1)\n"));
    QVERIFY(looksLikeJvmText("E/AndroidRuntime( 12): \tat a.b.c(F:1)\n"));
    QVERIFY(looksLikeJvmText(std::string(65u << 20, 'x') + "\na.b: x\n\tat a.b.c(F:1)\n"));
    QVERIFY(!looksLikeJvmText("MDMP\0\n\tat a.b.c(F:1)\n"sv));
    QVERIFY(!looksLikeJvmText("{\"exception\":{}}"));
    QVERIFY(!looksLikeJvmText(""));
}

void TestJvmText::everyPrefixIsRead()
{
    const std::string whole = "11-22 19:02:58.123  10  10 E R: Caused by: a.b: one\n"
                              "11-22 19:02:58.123  10  10 E R: \tat x//a.m(F:12) ~[j:1]\n"
                              "J 123 c2 a.b.C.m(I)V (10 bytes) @ 0x1\n";
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto bytes = ByteView::fromString(whole.substr(0, size));
        QVERIFY(readJvmText(bytes));
        if (const auto event = readJvmTextEvent(bytes, {}))
            QVERIFY(!(*event)->threads.empty());
    }
}

QTEST_GUILESS_MAIN(TestJvmText)
#include "tst_jvm_text.moc"
