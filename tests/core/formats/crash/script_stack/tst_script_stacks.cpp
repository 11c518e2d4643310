// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/formats/crash/script_stack/script_stacks.h"
#include "core/formats/crash/script_stack/stack_line.h"

#include <QTest>

using namespace faultline;
using namespace faultline::scriptstack;

/// Stack texts of all engines, and the events made of them.
class TestScriptStacks : public QObject
{
    Q_OBJECT

private slots:
    void frames_data();
    void frames();
    void errors_data();
    void errors();
    void otherText_data();
    void otherText();
    void stacksOfAPaste();
    void enginesWithoutColumns();
    void anonymousFunctionsBeginAStack();
    void namelessFunctionsAmongOthers();
    void logsAddPrefixes();
    void causesAndMembers();
    void messagesMayHaveSeveralLines();
    void testRunnersQuoteTheSource_data();
    void testRunnersQuoteTheSource();
    void linesAmongFramesAreKept();
    void bluebirdTellsEarlierEvents();
    void scriptsAreModules();
    void limitsAreKept();
    void textWithoutFramesIsRefused();
    void everyPrefixIsRead();
};

namespace {

std::string numberText(const std::optional<std::uint32_t>& number)
{
    return number ? concat(*number) : std::string("-");
}

std::string frameText(const ScriptStackFrame& frame)
{
    const auto& at = frame.position;
    return concat(at.function.value_or("-"), " | ", at.absPath.value_or("-"), " | ",
                  numberText(at.line), " | ", numberText(at.column));
}

std::string shapeOf(const ScriptEvent& event)
{
    constexpr std::array<std::string_view, 4> kRoles{"error", "cause", "member", "thread"};
    std::string shape;
    for (const auto& stack : event.stacks)
        shape += concat(kRoles[static_cast<std::size_t>(stack.role)], " ", stack.type, ": ",
                        stack.value, " (", stack.frames.size(), ")\n");
    return shape;
}

ScriptEvent eventOfText(std::string_view text)
{
    auto event = readScriptStacks(text, {});
    return event ? *std::move(event) : ScriptEvent();
}

constexpr std::string_view kPaste = R"(14:02 log: starting
TypeError: Cannot read properties of undefined (reading 'id')
    at Ledger.fill (/srv/app/dist/main.js:1:2345)
    at async Promise.all (index 1)
    at async run (file:///srv/app/dist/main.js:1:99)
    at node:internal/main/run_main_module:23:47

render@https://example.com/assets/app.min.js?v=3:2:17
global code@https://example.com/assets/app.min.js?v=3:9:1
)";

} // namespace

void TestScriptStacks::frames_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("frame");
    const auto row = [](const char* name, const char* line, const char* frame) {
        QTest::newRow(name) << line << frame;
    };
    row("V8", "    at fn (https://a.test/x.js:1:2)", "fn | https://a.test/x.js | 1 | 2");
    row("V8, no function", "    at https://a.test/x.js:1:2", "- | https://a.test/x.js | 1 | 2");
    row("V8, new", " at new X (/a/x.js:3:4)", "new X | /a/x.js | 3 | 4");
    row("V8, alias", " at T.m [as n] (/a/x.js:3:4)", "T.m [as n] | /a/x.js | 3 | 4");
    row("V8, async", " at async T.m (/a/x.js:3:4)", "T.m | /a/x.js | 3 | 4");
    row("V8, Promise.all", " at async Promise.all (index 2)", "Promise.all | - | - | -");
    row("V8, nameless", " at Array.map (<anonymous>)", "Array.map | - | - | -");
    row("V8, native", " at sort (native)", "sort | - | - | -");
    row("V8, eval", " at eval (eval at foo (/a/x.js:5:6), <anonymous>:1:1)",
        "eval | /a/x.js | 5 | 6");
    row("V8, eval in eval",
        " at eval (eval at <anonymous> (eval at f (/a/x.js:5:6)), <anonymous>:1:1)",
        "eval | /a/x.js | 5 | 6");
    row("V8, Windows", " at f (C:\\a b\\x.js:5:6)", "f | C:\\a b\\x.js | 5 | 6");
    row("V8, file URL", " at f (file:///C:/a/x.js:5:6)", "f | C:/a/x.js | 5 | 6");
    row("file URL with escapes", " at f (file:///My%20App/%C3%A9.mjs:5:6)",
        "f | /My App/\xc3\xa9.mjs | 5 | 6");
    row("path with a percent sign", " at f (/a%20b/x.js:5:6)", "f | /a%20b/x.js | 5 | 6");
    row("no blank", "at f(/srv/x.js:1:98)", "f | /srv/x.js | 1 | 98");
    row("no blank, URL", "at o.f(webpack:///./x.js?:1:98)", "o.f | webpack:///./x.js? | 1 | 98");
    row("no blank, no end", "at f(file:///a.js:1:2", "f | /a.js | 1 | 2");
    row("Metro's URL without a question mark", "f@http://a.test/x.bundle//&dev=true:1:7",
        "f | http://a.test/x.bundle?dev=true | 1 | 7");
    row("no blank, a file's name", "  at f(main.js:1:98)", "f | main.js | 1 | 98");
    row("no blank, a file of a map", "  at f(./src/a.ts:3:9)", "f | ./src/a.ts | 3 | 9");
    row("Firefox's console", "    f http://a.test/x.js:1:2", "f | http://a.test/x.js | 1 | 2");
    row("Firefox's console, no column", "    <anonymous> http://a.test/x.js:1",
        "- | http://a.test/x.js | 1 | -");
    row("no column", " at f (app.js:12)", "f | app.js | 12 | -");
    row("V8, parenthesis in the path", " at f (/a (b)/x.js:5:6)", "f | /a (b)/x.js | 5 | 6");
    row("V8, last frame with members", " at f (/a/x.js:5:6) {", "f | /a/x.js | 5 | 6");
    row("V8, webpack-internal", " at f (webpack-internal:///./x.js:5:6)",
        "f | webpack-internal:///./x.js | 5 | 6");
    row("Node", " at node:internal/timers:5:6", "- | node:internal/timers | 5 | 6");
    row("Hermes", " at fn (address at index.android.bundle:1:12345)",
        "fn | index.android.bundle | 1 | 12346");
    row("Firefox", "fn@https://a.test/x.js:1:2", "fn | https://a.test/x.js | 1 | 2");
    row("Firefox, no function", "@https://a.test/x.js:1:2", "- | https://a.test/x.js | 1 | 2");
    row("Firefox, inner", "fn/inner<@https://a.test/x.js:1:2",
        "fn/inner< | https://a.test/x.js | 1 | 2");
    row("Firefox, async", "async*fn@https://a.test/x.js:1:2", "fn | https://a.test/x.js | 1 | 2");
    row("Firefox, eval", "f@https://a.test/x.js line 7 > eval:1:1",
        "f | https://a.test/x.js | 7 | -");
    row("Firefox, at sign in the path", "f@https://a.test/@scope/x.js:1:2",
        "f | https://a.test/@scope/x.js | 1 | 2");
    row("Safari", "global code@https://a.test/x.js:1:2",
        "global code | https://a.test/x.js | 1 | 2");
    row("Safari, native", "map@[native code]", "map | - | - | -");
    row("Safari, place only", "https://a.test/x.js:1:2", "- | https://a.test/x.js | 1 | 2");
    row("Safari, a bundle only", "main.jsbundle:1:488", "- | main.jsbundle | 1 | 488");
    row("Safari, a module only", "1.js:6:7", "- | 1.js | 6 | 7");
    row("Safari, evaluated code", "eval code", "eval code | - | - | -");
    row("React Native", "foo@4:18131", "foo | <bundle> | 4 | 18131");
    row("React Native, module", "foo@123.js:4:18131", "foo | 123.js | 4 | 18131");
    row("React Native, colon", "bar:4:18063", "bar | <bundle> | 4 | 18063");
    row("React Native, parentheses", " at foo (4:18131)", "foo | <bundle> | 4 | 18131");
    row("React Native, no line", "value@-1", "value | - | - | -");
    row("Vitest", " \u276f src/sum.test.ts:4:20", "- | src/sum.test.ts | 4 | 20");
    row("Vitest, function", " \u276f Module.add src/sum.ts:4:20",
        "Module.add | src/sum.ts | 4 | 20");
    row("V8, WebAssembly", " at m.f (https://a.test/m.wasm:wasm-function[3]:0x1f)",
        "m.f | https://a.test/m.wasm | 1 | 32");
    row("V8, WebAssembly without a URL", " at wasm://wasm/m-0a1b2c3d:wasm-function[3]:0x1f",
        "- | m | 1 | 32");
    row("V8, WebAssembly without a name", " at f (wasm://wasm/0a1b2c3d:wasm-function[3]:0x1f)",
        "f | <wasm> | 1 | 32");
    row("V8, WebAssembly of old", " at f (wasm-function[3]:7)", "f | - | - | -");
    row("Firefox, WebAssembly", "f@https://a.test/m.wasm:wasm-function[3]:0x1f",
        "f | https://a.test/m.wasm | 1 | 32");
    row("Firefox, compiled WebAssembly",
        "f@https://a.test/a.js line 7 > WebAssembly.Module:wasm-function[3]:0x1f",
        "f | <wasm> | 1 | 32");
    row("Safari, WebAssembly", "m.wasm-function[f]@[wasm code]", "m.wasm-function[f] | - | - | -");
    row("WebAssembly, offset too large",
        " at f (https://a.test/m.wasm:wasm-function[3]:0xffffffff)", "f | - | - | -");
    row("no column", " at f (/a/x.js:5)", "f | /a/x.js | 5 | -");
    row("Opera 10", "Line 43 of linked script https://a.test/x.js",
        "- | https://a.test/x.js | 43 | -");
    row("Opera 11", "<anonymous function: run>(a)@https://a.test/x.js:28",
        "run | https://a.test/x.js | 28 | -");
}

void TestScriptStacks::frames()
{
    QFETCH(QString, line);
    QFETCH(QString, frame);
    const auto parsed = parseStackLine(line.toStdString());
    const auto* found = std::get_if<FrameLine>(&parsed);
    QVERIFY(found != nullptr);
    QCOMPARE(QString::fromStdString(frameText(found->frame)), frame);
    QVERIFY(!found->frame.rawLine.empty());
}

void TestScriptStacks::errors_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");
    QTest::newRow("plain") << "TypeError: x is null" << "TypeError" << "x is null";
    QTest::newRow("no message") << "RangeError" << "RangeError" << "";
    QTest::newRow("code") << "Error [ERR_X]: y" << "Error [ERR_X]" << "y";
    QTest::newRow("uncaught") << "Uncaught TypeError: z" << "TypeError" << "z";
    QTest::newRow("promise") << "Uncaught (in promise) Error: z" << "Error" << "z";
    QTest::newRow("console") << "app.js:1 Uncaught TypeError: z" << "TypeError" << "z";
    QTest::newRow("cause") << "  [cause]: Error: deep" << "Error" << "deep";
    QTest::newRow("cause of another class") << "Caused by: went wrong" << "" << "went wrong";
}

void TestScriptStacks::errors()
{
    QFETCH(QString, line);
    const auto error = parseErrorLine(line.toStdString());
    QVERIFY(error);
    QTEST(QString::fromStdString(error->type), "type");
    QTEST(QString::fromStdString(error->message), "message");
}

void TestScriptStacks::otherText_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("what a kernel says of its compiler")
        << "[    0.000000] Linux version 5.4.58+ (build@host) (clang version 11.0.4 "
           "(https://example.org/llvm 87f13), GNU ld 2.24) #1 2020-10-16 23:03:14\n";
    QTest::newRow("prose") << "Let us meet at noon (or later).\nMail a@b.test\n";
    QTest::newRow("JVM") << "\tat com.acme.Main.run(Main.java:12)\n";
    QTest::newRow(".NET") << "   at Acme.Main.Run() in C:\\src\\Main.cs:line 12\n";
    QTest::newRow("Rust") << "             at /src/main.rs:4:5\n";
    QTest::newRow("Python") << "  File \"/a/x.py\", line 3, in run\n";
    QTest::newRow("a minidump") << QString::fromLatin1("MDMP\0 at f (/a/x.js:1:2)\n", 25);
    QTest::newRow("empty") << "";
}

void TestScriptStacks::otherText()
{
    QFETCH(QString, text);
    QVERIFY(!looksLikeScriptStacks(text.toStdString()));
}

void TestScriptStacks::stacksOfAPaste()
{
    QVERIFY(looksLikeScriptStacks(kPaste));
    const auto event = eventOfText(kPaste);
    QCOMPARE(shapeOf(event),
             std::string("error TypeError: Cannot read properties of undefined (reading 'id') (4)\n"
                         "error :  (2)\n"));
    QCOMPARE(event.platform, std::optional<std::string>("node"));
    QCOMPARE(frameText(event.stacks[0].frames[2]),
             std::string("run | /srv/app/dist/main.js | 1 | 99"));
    QCOMPARE(event.stacks[0].frames[2].note, std::string("called after an await"));
    QCOMPARE(event.order, ScriptFrameOrder::CalleeFirst);
}

void TestScriptStacks::enginesWithoutColumns()
{
    constexpr std::string_view kText = "RangeError: limit 6\n    at refuse (app.js:12)\n"
                                       "    at post (app.js:7)\n    at <eval> (app.js:35)\n";
    QVERIFY(looksLikeScriptStacks(kText));
    QCOMPARE(shapeOf(eventOfText(kText)), std::string("error RangeError: limit 6 (3)\n"));
    QVERIFY(!looksLikeScriptStacks("Look at f (app.js:12)\nand at the end\n"));
    QVERIFY(!looksLikeScriptStacks(" at f (app.js:12)\nother\n at g (app.js:13)\n"));
    QVERIFY(!looksLikeScriptStacks(" at f (a.cc:12)\n at g (b.cc:13)\n"));
}

void TestScriptStacks::anonymousFunctionsBeginAStack()
{
    const auto event = eventOfText("https://a.test/x.js:1:98\npost@https://a.test/x.js:1:60\n");
    QCOMPARE(shapeOf(event), std::string("error :  (2)\n"));
    QCOMPARE(frameText(event.stacks[0].frames[0]), std::string("- | https://a.test/x.js | 1 | 98"));
    const auto headed =
        eventOfText("it broke\nhttps://a.test/x.js:1:98\nf@https://a.test/x.js:1:2\n");
    QCOMPARE(shapeOf(headed), std::string("error : it broke (2)\n"));
}

/// One line that is not understood must not make those after it names.
void TestScriptStacks::namelessFunctionsAmongOthers()
{
    const auto event = eventOfText("Error: boom\nt@main.jsbundle:1:161\nmain.jsbundle:1:488\n"
                                   "/var/x.app/main.jsbundle:1:464\neval code\n"
                                   "http://a.test/index.bundle?dev=true:1:276\n"
                                   "index.android.bundle:16:12\n1.js:6:7\n");
    QCOMPARE(shapeOf(event), std::string("error Error: boom (7)\n"));
    QStringList places;
    for (const auto& frame : event.stacks[0].frames)
        places += QString::fromStdString(frameText(frame));
    QCOMPARE(places, (QStringList{"t | main.jsbundle | 1 | 161", "- | main.jsbundle | 1 | 488",
                                  "- | /var/x.app/main.jsbundle | 1 | 464", "eval code | - | - | -",
                                  "- | http://a.test/index.bundle?dev=true | 1 | 276",
                                  "- | index.android.bundle | 16 | 12", "- | 1.js | 6 | 7"}));
    QVERIFY(!looksLikeScriptStacks("app.js:1:2\nmain.ts:3:4\n"));
    QCOMPARE(shapeOf(eventOfText("app.js:1:98\npost@app.js:1:60\n")),
             std::string("error :  (2)\n"));
}

void TestScriptStacks::logsAddPrefixes()
{
    const std::string prefix = "08-11 08:19:11.176 16965 17029 E ReactNativeJS: ";
    const auto text = prefix + "RangeError: limit\n" + prefix + "    at f (http://a/x.js:1:98)\n" +
                      prefix + "g@http://a/x.js:1:60\n";
    QVERIFY(looksLikeScriptStacks(text));
    const auto event = eventOfText(text);
    QCOMPARE(shapeOf(event), std::string("error RangeError: limit (2)\n"));
    QCOMPARE(frameText(event.stacks[0].frames[1]), std::string("g | http://a/x.js | 1 | 60"));
    QVERIFY(looksLikeScriptStacks("2026-11-25 web | at f (http://a/x.js:1:98)\n"));
    QVERIFY(
        looksLikeScriptStacks(std::string(65u << 20, 'x') + "\n    at f (http://a/x.js:1:98)\n"));
}

void TestScriptStacks::causesAndMembers()
{
    const auto event = eventOfText(R"(AggregateError: All promises were rejected
    at main (/a/x.js:1:1) {
  [errors]: [
    Error: one
        at f (/a/x.js:2:2),
    TypeError: two
        at g (/a/x.js:3:3)
  ],
  [cause]: Error: root
      at h (/a/x.js:4:4)
}
)");
    QCOMPARE(shapeOf(event), std::string("error AggregateError: All promises were rejected (1)\n"
                                         "member Error: one (1)\n"
                                         "member TypeError: two (1)\n"
                                         "cause Error: root (1)\n"));
}

void TestScriptStacks::messagesMayHaveSeveralLines()
{
    const auto event = eventOfText("Error: first\nsecond line\n    at f (/a/x.js:1:1)\n");
    QCOMPARE(shapeOf(event), std::string("error Error: first\nsecond line (1)\n"));
}

void TestScriptStacks::testRunnersQuoteTheSource_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shape");
    QTest::newRow("Jest")
        << QByteArray(
               "FAIL src/sum.test.js\n  \u25cf sum \u203a adds\n\n"
               "    expect(received).toBe(expected) // Object.is equality\n\n"
               "    Expected: 4\n    Received: 3\n\n"
               "      3 | test('adds', () => {\n    > 4 |   expect(add(1, 2)).toBe(4);\n"
               "        |                     ^\n      5 | });\n\n"
               "      at Object.toBe (src/sum.test.js:4:21)\n"
               "      at run (node_modules/jest-circus/build/run.js:1:2)\n\n"
               "  \u25cf sum \u203a throws\n\n    TypeError: a is not a function\n\n"
               "      > 9 | a();\n          | ^\n\n      at Object.a (src/sum.test.js:9:1)\n")
        << QByteArray("error : expect(received).toBe(expected) // Object.is equality\n"
                      "    Expected: 4\n    Received: 3 (2)\n"
                      "error TypeError: a is not a function (1)\n");
    QTest::newRow("Vitest")
        << QByteArray(" FAIL  src/sum.test.ts > sum > adds\n"
                      "AssertionError: expected 3 to be 4 // Object.is equality\n\n"
                      "- Expected\n+ Received\n\n \u276f src/sum.test.ts:4:20\n"
                      "      2| \n      3| test('adds', () => {\n       |  ^\n")
        << QByteArray("error AssertionError: expected 3 to be 4 // Object.is equality\n"
                      "- Expected\n+ Received (1)\n");
}

void TestScriptStacks::testRunnersQuoteTheSource()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, shape);
    QVERIFY(looksLikeScriptStacks(text.toStdString()));
    QCOMPARE(QByteArray::fromStdString(shapeOf(eventOfText(text.toStdString()))), shape);
}

void TestScriptStacks::linesAmongFramesAreKept()
{
    const auto event = eventOfText(
        "Error: x\n    at f (/a/x.js:1:1)\n    ... 4 lines matching cause stack trace ...\n"
        "    at g (/a/x.js:2:2)\n");
    QCOMPARE(event.stacks.size(), 1u);
    QCOMPARE(event.stacks[0].frames.size(), 3u);
    QVERIFY(!event.stacks[0].frames[1].position.absPath);
    QCOMPARE(event.stacks[0].frames[1].rawLine,
             std::string("... 4 lines matching cause stack trace ..."));
}

void TestScriptStacks::bluebirdTellsEarlierEvents()
{
    const auto event = eventOfText("Unhandled rejection TypeError: x\n"
                                   "    at foo (/a/b.js:1:2)\n"
                                   "From previous event:\n"
                                   "    at bar (/a/b.js:2:3)\n");
    QCOMPARE(event.stacks.size(), std::size_t{1});
    QCOMPARE(event.stacks[0].type, std::string("TypeError"));
    QCOMPARE(event.stacks[0].frames.size(), std::size_t{2});
    QCOMPARE(event.stacks[0].frames[0].note, std::string());
    QCOMPARE(event.stacks[0].frames[1].note, std::string("begun by an earlier event"));
}

void TestScriptStacks::scriptsAreModules()
{
    const auto event = readScriptText(ByteView::fromString(std::string(kPaste)), {});
    QVERIFY(event);
    QCOMPARE((*event)->kind, EventKind::JavaScript);
    QCOMPARE((*event)->threads.size(), 2u);
    QCOMPARE((*event)->requestingThread, std::optional<std::uint32_t>(0));
    QCOMPARE((*event)->crash.reason, std::string("TypeError"));
    QCOMPARE((*event)->modules.size(), 2u); // Not the engine's own script.
    QCOMPARE((*event)->modules[1].codeFile,
             std::optional<std::string>("https://example.com/assets/app.min.js?v=3"));
    QVERIFY(!(*event)->isNative());
}

void TestScriptStacks::limitsAreKept()
{
    std::string text = "Error: x\n";
    for (int i = 1; i <= 20; ++i)
        text += concat("    at f (/a/x", i, ".js:1:1)\n");
    ParseLimits limits;
    limits.maxFramesPerThread = 5;
    limits.maxModules = 3;
    const auto event = readScriptText(ByteView::fromString(text), limits);
    QVERIFY(event);
    QCOMPARE(std::get<ScriptEvent>((*event)->detail).stacks[0].frames.size(), 5u);
    QCOMPARE((*event)->modules.size(), 3u);
    QStringList diagnostics;
    for (const auto& diagnostic : (*event)->diagnostics)
        diagnostics.append(QString::fromStdString(diagnostic.text));
    QCOMPARE(diagnostics, (QStringList{"more than 3, the other 2 are left out",
                                       "15 lines of stacks are left out: too many"}));
}

void TestScriptStacks::textWithoutFramesIsRefused()
{
    const auto event = readScriptStacks("Error: nothing more\n", {});
    QVERIFY(!event);
    QCOMPARE(event.error().describe(),
             std::string("unsupported: stack text: no frame of a script"));
}

void TestScriptStacks::everyPrefixIsRead()
{
    for (std::size_t size = 0; size <= kPaste.size(); ++size) {
        const auto event = readScriptStacks(kPaste.substr(0, size), {});
        QVERIFY(!event || event->stacks.size() <= 2);
    }
}

QTEST_GUILESS_MAIN(TestScriptStacks)
#include "tst_script_stacks.moc"
