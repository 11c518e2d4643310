// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signature/rule_edit.h"
#include "core/signature/signature.h"

#include <QTest>

using namespace faultline;
using namespace faultline::signature;

/// Signatures of whole crashes, by the shipped rules (docs/spec/workbench.md §6).
class TestSignature : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsAtTheSentinel();
    void goesOnAfterPrefixes();
    void namesTheInnermostInlinedCall();
    void keepsANullAddressOnly();
    void fallsBackToTheFirstFrame();
    void addsTheFactsOfTheCrash_data();
    void addsTheFactsOfTheCrash();
    void namesJavaText_data();
    void namesJavaText();
    void cutsLongTexts();
    void explainsEachFrame();
    void namesPagesOnlyWithoutAnyName();
    void foldsRecursion();
    void passesGuessesOver();
    void followsFrameRules();
    void namesScripts();
    void namesTheDeepestCauseOfAnException();
    void marksHangs();
    void userEditsTakeEffect();
    void readsReports();
    void beginsBelowHandlersOfSignals();
    void beginsBelowThePanicOfALanguage();
    void passesNamelessCodeThatEndedTheProcess();
    void namesTheFileOfNamelessScriptCode();
    void readsReportsOfTheJvm();
    void readsReportsOfScripts();
};

namespace {

CrashRow rowOf(std::string function, std::string module = {})
{
    CrashRow row;
    row.function = std::move(function);
    row.module = std::move(module);
    return row;
}

CrashFacts factsWith(std::vector<CrashRow> rows)
{
    CrashFacts facts;
    facts.os = "Linux";
    facts.crashingThread = 0;
    facts.threads.push_back({std::move(rows), {}});
    return facts;
}

std::string textOf(const CrashFacts& facts, Mode mode)
{
    return makeSignature(facts, *makeShippedRules(), mode).text;
}

SignatureRulesPtr rulesWith(ListKind list, std::string text)
{
    RuleLayer user{.name = "user", .texts = {}};
    user.text(list) = std::move(text);
    return *SignatureRules::compile({shippedLayer(), user});
}

} // namespace

void TestSignature::startsAtTheSentinel()
{
    const auto facts = factsWith({rowOf("raise"), rowOf("abort"), rowOf("__GI___assert_fail"),
                                  rowOf("app::Widget::paint(QPainter*)")});
    QCOMPARE(textOf(facts, Mode::Socorro), std::string("app::Widget::paint"));
    QCOMPARE(textOf(facts, Mode::Faultline), std::string("app::Widget::paint"));
}

void TestSignature::goesOnAfterPrefixes()
{
    auto facts =
        factsWith({rowOf("KiUserExceptionDispatcher"), rowOf("memcpy"), rowOf("", "[Foo.DLL]"),
                   rowOf("", "[foo.dll]"), rowOf("app::Widget::paint(QPainter*)")});
    facts.os = "Windows NT";
    QCOMPARE(textOf(facts, Mode::Socorro), std::string("memcpy | foo.dll | app::Widget::paint"));
}

void TestSignature::namesTheInnermostInlinedCall()
{
    const auto facts = factsWith({rowOf("inl1"), rowOf("inl2"), rowOf("outer")});
    QCOMPARE(textOf(facts, Mode::Socorro), std::string("inl1"));
}

void TestSignature::keepsANullAddressOnly()
{
    std::vector<CrashRow> rows(3);
    rows[0].address = 0x32ec0;
    rows[1].address = 0;
    rows[2].function = "x::y()";
    QCOMPARE(textOf(factsWith(rows), Mode::Socorro), std::string("@0x0 | x::y"));
}

void TestSignature::fallsBackToTheFirstFrame()
{
    QCOMPARE(textOf(factsWith({}), Mode::Socorro), std::string("EMPTY: no frame data available"));
    QCOMPARE(textOf({}, Mode::Faultline), std::string("EMPTY: no frame data available"));
    QCOMPARE(textOf(factsWith({rowOf("RaiseException"), rowOf("std::terminate")}), Mode::Socorro),
             std::string("RaiseException"));
    // What stands above a sentinel is not looked at again.
    QCOMPARE(textOf(factsWith({rowOf("foo"), rowOf("__assert_fail")}), Mode::Socorro),
             std::string("__assert_fail"));
}

void TestSignature::addsTheFactsOfTheCrash_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* field, const char* value,
                        const char* expected) {
        QTest::newRow(name) << QByteArray(field) << QByteArray(value) << QByteArray(expected);
    };
    row("hardware", "reason", "EXCEPTION_IN_PAGE_ERROR_READ / STATUS_DEVICE_DATA_ERROR",
        "bad hardware | x::y");
    row("overflow", "reason", "EXCEPTION_STACK_OVERFLOW", "stackoverflow | x::y");
    row("no memory", "reason", "STATUS_NO_MEMORY", "OOM | unknown | x::y");
    row("last error", "last error", "ERROR_COMMITMENT_LIMIT", "OOM | unknown | x::y");
    row("small", "oom", "262144", "OOM | small");
    row("large", "oom", "262145", "OOM | large | x::y");
    row("none", "oom", "0", "x::y");
    row("none but out of memory", "oom of a failed one", "0", "OOM | small");
    row("reporting", "js", "Reporting", "OOM | large | x::y");
    row("abort", "abort", "bad thing: file a.cc, line 3", "Abort | bad thing | x::y");
    row("abort in a file", "abort", "###!!! ABORT: file x.cpp", "Abort | x::y");
    row("abort with lead", "abort", "[1] ###!!! ABORT: no: file x", "Abort | no | x::y");
    row("shutdown", "shutdown", R"({"phase":"p","conditions":[{"name":"b"},{"name":"a"}]})",
        "AsyncShutdownTimeout | p | a,b");
    row("shutdown without", "shutdown", "{}", "AsyncShutdownTimeout | (unknown) | (none)");
    row("shutdown damaged", "shutdown", "{", "AsyncShutdownTimeout | UNKNOWN");
    row("ipc", "ipc", "ShutDownKill", "IPCError-content | ShutDownKill");
    row("ipc message", "ipc message", "PFoo", "x::y | IPC_Message_Name=PFoo");
    row("hang", "hang", "ui", "hang: ui | x::y");
}

void TestSignature::addsTheFactsOfTheCrash()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, expected);
    auto facts = factsWith({rowOf("x::y()")});
    const auto text = value.toStdString();
    if (field == "reason")
        facts.reason = text;
    else if (field == "last error")
        facts.threads[0].lastError = text;
    else if (field == "oom")
        facts.oomAllocationSize = value.toULongLong();
    else if (field == "oom of a failed one") {
        facts.oomAllocationSize = value.toULongLong();
        facts.reason = "STATUS_NO_MEMORY";
    } else if (field == "js")
        facts.largeAllocationFailure = text;
    else if (field == "abort")
        facts.abortMessage = text;
    else if (field == "shutdown")
        facts.asyncShutdownTimeout = text;
    else if (field == "ipc")
        facts.ipcChannelError = text;
    else if (field == "ipc message")
        facts.ipcMessageName = text;
    else
        facts.hang = text;
    QCOMPARE(textOf(facts, Mode::Socorro), expected.toStdString());
}

void TestSignature::namesJavaText_data()
{
    QTest::addColumn<QByteArray>("trace");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("object") << QByteArray("java.lang.NullPointerException: Attempt on @deadbeef\n"
                                          "\tat a.b.C.d(C.java:55)")
                            << QByteArray("java.lang.NullPointerException: Attempt on @<addr>: at "
                                          "a.b.C.d(C.java)");
    QTest::newRow("message") << QByteArray("a.X: msg\n at a.B.c(B.java:1)")
                             << QByteArray("a.X: msg at a.B.c(B.java)");
    QTest::newRow("long message") << QByteArray("a.X: ") + QByteArray(300, 'm') +
                                         QByteArray("\n\tat a.B.c(B.java:7)")
                                  << QByteArray("a.X: at a.B.c(B.java)");
}

void TestSignature::namesJavaText()
{
    QFETCH(QByteArray, trace);
    QFETCH(QByteArray, expected);
    CrashFacts facts;
    facts.javaStackTrace = trace.toStdString();
    QCOMPARE(textOf(facts, Mode::Socorro), expected.toStdString());
}

void TestSignature::cutsLongTexts()
{
    const auto text =
        textOf(factsWith({rowOf(std::string(300, 'a') + "\x01\xc3\xa9")}), Mode::Socorro);
    QCOMPARE(text, std::string(252, 'a') + "...");
    QCOMPARE(textOf(factsWith({rowOf("a\tb\n  c\x01\xe2\x80\xae")}), Mode::Faultline),
             std::string("c"));
}

void TestSignature::explainsEachFrame()
{
    const auto rules = rulesWith(ListKind::Prefix, "# mine\nhelper_\n");
    const auto signature = makeSignature(
        factsWith({rowOf("__GI_abort"), rowOf("helper_one"), rowOf("paint"), rowOf("main")}),
        *rules, Mode::Faultline);
    QCOMPARE(signature.text, std::string("helper_one | paint"));
    QCOMPARE(signature.frames.size(), 3u);
    QVERIFY(signature.frames[0].role == FrameRole::Irrelevant);
    QCOMPARE(std::string(rules->textAt(*signature.frames[0].because)), std::string("__GI_abort"));
    QVERIFY(signature.frames[1].role == FrameRole::Prefix);
    QCOMPARE(signature.frames[1].because->layer, 1u);
    QCOMPARE(signature.frames[1].because->line, 2u);
    QVERIFY(signature.frames[2].role == FrameRole::Last);
    QCOMPARE(signature.rulesHash, rules->hash());
    QCOMPARE(signature.steps.size(), 1u);
    QCOMPARE(signature.steps[0].after, signature.text);
}

void TestSignature::namesPagesOnlyWithoutAnyName()
{
    auto rows = std::vector<CrashRow>{rowOf("", "libscene.so"), rowOf("", "libscene.so")};
    rows[0].moduleOffset = 0x41234;
    rows[1].moduleOffset = 0x50000;
    QCOMPARE(textOf(factsWith(rows), Mode::Faultline), std::string("libscene.so+0x41000"));
    rows[1].function = "scene::draw";
    QCOMPARE(textOf(factsWith(rows), Mode::Faultline), std::string("libscene.so"));
}

void TestSignature::foldsRecursion()
{
    std::vector<CrashRow> rows;
    for (int i = 0; i < 6; ++i) {
        rows.push_back(rowOf("malloc"));
        rows.push_back(rowOf("operator new(unsigned long)"));
    }
    rows.push_back(rowOf("grow"));
    QCOMPARE(textOf(factsWith(rows), Mode::Faultline), std::string("malloc | operator new | grow"));
}

void TestSignature::passesGuessesOver()
{
    auto rows = std::vector<CrashRow>{rowOf("memcpy"), rowOf("stale"), rowOf("paint")};
    rows[1].isGuess = true;
    QCOMPARE(textOf(factsWith(rows), Mode::Faultline), std::string("memcpy | paint"));
    rows[0].isGuess = rows[2].isGuess = true;
    QCOMPARE(textOf(factsWith(rows), Mode::Faultline), std::string("memcpy | stale"));
}

void TestSignature::followsFrameRules()
{
    const auto facts = factsWith({rowOf("boost::throw_it"), rowOf("glue"), rowOf("paint")});
    const auto rules =
        rulesWith(ListKind::FrameRules, "stack.function:boost::* -group\nstack.function:glue -app");
    const auto signature = makeSignature(facts, *rules, Mode::Faultline);
    QCOMPARE(signature.text, std::string("glue | paint"));
    QVERIFY(signature.frames[0].role == FrameRole::NotGrouped);
    QCOMPARE(makeSignature(facts, *rules, Mode::Socorro).text, std::string("boost::throw_it"));
}

void TestSignature::namesScripts()
{
    CrashFacts facts;
    facts.family = FrameFamily::Script;
    Throwable thrown{.type = "TypeError", .package = {}, .rows = {rowOf("map"), rowOf("render")}};
    thrown.rows[0].file = "/app/node_modules/lib/a.js";
    thrown.rows[1].file = "https://x/src/list.js";
    for (auto& row : thrown.rows)
        row.isInApp = true;
    facts.throwables.push_back(thrown);
    QCOMPARE(textOf(facts, Mode::Faultline), std::string("TypeError: render (list.js)"));
    facts.throwables[0].rows.clear();
    QCOMPARE(textOf(facts, Mode::Faultline), std::string("TypeError"));
}

void TestSignature::namesTheDeepestCauseOfAnException()
{
    CrashFacts facts;
    facts.family = FrameFamily::Jvm;
    auto outer = rowOf("run", "a.b.Main");
    auto library = rowOf("get", "java.util.Optional");
    auto inner = rowOf("load", "a.b.Store");
    inner.file = "Store.java";
    library.isInApp = inner.isInApp = outer.isInApp = true;
    facts.throwables.push_back({"RuntimeException", "java.lang", {outer}});
    facts.throwables.push_back({"NoSuchElementException", "java.util", {library, inner}});
    QCOMPARE(textOf(facts, Mode::Faultline),
             std::string("java.util.NoSuchElementException: a.b.Store.load (Store.java)"));
    facts.throwables[0].rows[0].file = "Main.java";
    QCOMPARE(textOf(facts, Mode::Socorro),
             std::string("java.lang.RuntimeException: at a.b.Main.run(Main.java)"));
    facts.throwables[0].type.clear();
    facts.throwables[0].package.clear();
    QCOMPARE(textOf(facts, Mode::Socorro), std::string("Unknown: at a.b.Main.run(Main.java)"));
}

/// What a user asks of a frame becomes entries that change the signature, whatever its name holds.
void TestSignature::userEditsTakeEffect()
{
    const std::string odd = "a.b*::operator() [x] ^$";
    auto row = rowOf(odd);
    row.language = Language::Swift; // Keeps the name's brackets but the round ones.
    const auto facts = factsWith({rowOf("top"), row, rowOf("below")});
    const auto signatureAfter = [&](FrameVerb verb, const std::string& frame) {
        RuleLayer user{.name = "user", .texts = {}};
        user = withAdditions(user, additionsFor(verb, frame));
        const auto rules = SignatureRules::compile({shippedLayer(), user});
        return rules ? makeSignature(facts, **rules, Mode::Faultline).text : rules.error().detail;
    };
    QCOMPARE(signatureAfter(FrameVerb::MarkPrefix, "top"),
             std::string("top | a.b*::operator [x] ^$"));
    QCOMPARE(signatureAfter(FrameVerb::MarkPrefix, "to"), std::string("top"));
    QCOMPARE(signatureAfter(FrameVerb::MarkIrrelevant, "top"),
             std::string("a.b*::operator [x] ^$"));
    QCOMPARE(signatureAfter(FrameVerb::GroupBy, "a.b*::operator [x] ^$"),
             std::string("a.b*::operator [x] ^$"));
    QCOMPARE(signatureAfter(FrameVerb::IgnoreDownToHere, "a.b*::operator [x] ^$"),
             std::string("below"));
    for (const char* frame : {" ", "x\n.*", "#x", "x\x01"})
        QVERIFY(additionsFor(FrameVerb::IgnoreDownToHere, frame).empty());
    RuleLayer layer{.name = "user", .texts = {}};
    layer.text(ListKind::Prefix) = "top\\$"; // Without a line end.
    layer = withAdditions(layer, additionsFor(FrameVerb::MarkPrefix, "x"));
    QCOMPARE(layer.text(ListKind::Prefix), std::string("top\\$\nx$\n"));
    QVERIFY(withAdditions(layer, additionsFor(FrameVerb::MarkPrefix, "x")) == layer);
}

void TestSignature::marksHangs()
{
    auto facts = factsWith({rowOf("paint")});
    facts.kind = FailureKind::Hang;
    QCOMPARE(textOf(facts, Mode::Faultline), std::string("hang | paint"));
    QCOMPARE(textOf(facts, Mode::Socorro), std::string("paint"));
    facts.kind = FailureKind::Deadlock;
    QCOMPARE(textOf(facts, Mode::Faultline), std::string("deadlock | paint"));
    facts.deadlocked = {rowOf("b::take"), rowOf("c::give"), rowOf("a::drop")};
    QCOMPARE(textOf(facts, Mode::Faultline), std::string("deadlock | a::drop | b::take | c::give"));
    QCOMPARE(textOf(facts, Mode::Socorro), std::string("paint"));
}

void TestSignature::readsReports()
{
    auto event = std::make_shared<Event>();
    event->system.osLongName = "Linux";
    event->crash.reason = "SIGSEGV";
    event->threads.resize(2);
    event->requestingThread = 1;
    event->modules.resize(1);
    event->modules[0].codeFile = "/opt/app/libscene.so";
    event->modules[0].address = 0x1000;
    event->annotations.push_back(
        {Annotation::Origin::Breakpad, "AbortMessage", "gone: file a.cc", {}});
    Report report;
    report.event = event;
    ThreadStack stack;
    stack.thread = 1;
    Frame frame;
    frame.module = 0;
    frame.makeNative().instructionAddress = 0x3456;
    stack.frames.push_back(frame);
    frame.position.function = "scene::draw(int)";
    stack.frames.push_back(frame);
    report.stacks = {nullptr, std::make_shared<const ThreadStack>(stack)};
    QCOMPARE(signatureOf(report, *makeShippedRules(), Mode::Faultline).text,
             std::string("Abort | gone | libscene.so"));
    WaitGraph waits;
    waits.findings.push_back({WaitFindingKind::Deadlock, {0, 1}, {}});
    report.waits = std::make_shared<const WaitGraph>(waits);
    QVERIFY(
        signatureOf(report, *makeShippedRules(), Mode::Faultline).text.starts_with("deadlock | "));
    event->crash.present = true;
    QVERIFY(
        !signatureOf(report, *makeShippedRules(), Mode::Faultline).text.starts_with("deadlock | "));
    QCOMPARE(signatureOf({}, *makeShippedRules(), Mode::Faultline).text,
             std::string("EMPTY: no frame data available"));
}

namespace {

/// A stack with one frame for each name.
template <class Detail>
std::shared_ptr<const ThreadStack>
stackOf(std::uint32_t thread, const std::vector<std::string>& functions, const Detail& detail)
{
    ThreadStack stack;
    stack.thread = thread;
    for (const auto& function : functions) {
        Frame frame;
        frame.position.function = function;
        frame.position.file = "Store.java";
        frame.detail = detail;
        stack.frames.push_back(frame);
    }
    return std::make_shared<const ThreadStack>(std::move(stack));
}

} // namespace

namespace {

Report crashOf(const std::string& reason, const std::vector<std::string>& functions)
{
    auto event = std::make_shared<Event>();
    event->system.osLongName = "Linux";
    event->crash.present = true;
    event->crash.reason = reason;
    event->threads.resize(1);
    event->modules.resize(2);
    event->modules[0].codeFile = "/opt/app/app";
    event->modules[1].codeFile = "/lib/i386-linux-gnu/libc.so.6";
    Report report;
    report.event = event;
    ThreadStack stack;
    for (const auto& function : functions) {
        Frame frame;
        frame.makeNative();
        frame.module = function.empty() ? 1 : 0;
        if (!function.empty())
            frame.position.function = function;
        stack.frames.push_back(frame);
    }
    report.stacks = {std::make_shared<const ThreadStack>(stack)};
    return report;
}

std::string signedText(const Report& report, Mode mode = Mode::Faultline)
{
    return signatureOf(report, *makeShippedRules(), mode).text;
}

} // namespace

/// Socorro's mode knows no handlers.
void TestSignature::beginsBelowHandlersOfSignals()
{
    const auto report =
        crashOf("SIGABRT / SI_TKILL", {"__pthread_kill_implementation", "__GI_raise", "__GI_abort",
                                       "onFault", "__restore_rt", "divide(int, int)", "main"});
    QCOMPARE(signedText(report), std::string("divide"));
    QCOMPARE(signedText(report, Mode::Socorro), std::string("onFault"));
    const auto signature = signatureOf(report, *makeShippedRules(), Mode::Faultline);
    QCOMPARE(signature.frames.front().role, FrameRole::AboveSentinel);
    QVERIFY(!signature.frames.front().because);
    QCOMPARE(signature.frames.back().row, std::size_t{5});
    // A walk that does not reach the interrupted code.
    QCOMPARE(signedText(crashOf("SIGSEGV / SI_TKILL", {"__restore_rt", "strlen", "f"})),
             std::string("strlen | f"));
}

void TestSignature::beginsBelowThePanicOfALanguage()
{
    QCOMPARE(
        signedText(crashOf("panic", {"__rustc::rust_begin_unwind", "core::panicking::panic_fmt",
                                     "<usize as core::slice::index::SliceIndex<[T]>>::index",
                                     "r::V<T>::at", "r::main"})),
        std::string("r::V<T>::at"));
    QCOMPARE(signedText(crashOf("SIGABRT", {"runtime.raise.abi0", "runtime.throw",
                                            "runtime.mapassign_fast64", "main.main.func4"})),
             std::string("main.main.func4"));
}

/// The C library of a 32-bit program calls the kernel in a function without a name.
void TestSignature::passesNamelessCodeThatEndedTheProcess()
{
    const auto report =
        crashOf("SIGABRT / SI_TKILL", {"__kernel_vsyscall", "", "gsignal", "abort", "app::stop()"});
    QCOMPARE(signedText(report), std::string("abort | app::stop"));
}

void TestSignature::namesTheFileOfNamelessScriptCode()
{
    auto row = rowOf("<module>");
    row.file = "/srv/a.py";
    QCOMPARE(textOf(factsWith({row}), Mode::Faultline), std::string("<module> (a.py)"));
}

/// Rows of the JVM have the class in the function as well; it is named once. The deepest cause
/// counts, with its type as it was before an optimiser renamed it.
void TestSignature::readsReportsOfTheJvm()
{
    JvmEvent jvm;
    jvm.stacks.resize(3);
    jvm.stacks[0].exception = JvmException{"RuntimeException", "java.lang"};
    jvm.stacks[1].exception = JvmException{"b", "a"};
    jvm.stacks[1].role = JvmStackRole::Cause;
    jvm.stacks[2].role = JvmStackRole::Thread;
    auto event = std::make_shared<Event>();
    event->threads.resize(3);
    event->detail = jvm;
    Report report;
    report.event = event;
    JvmFrame detail;
    detail.module = "com.acme.Store";
    report.stacks = {stackOf(0, {"com.acme.Store.run"}, detail),
                     stackOf(1, {"com.acme.Store.load", "com.acme.Store.run"}, detail),
                     stackOf(2, {"com.acme.Store.idle"}, detail)};
    const auto text = [&] {
        return signatureOf(report, *makeShippedRules(), Mode::Faultline).text;
    };
    QCOMPARE(text(), std::string("a.b: com.acme.Store.load (Store.java)"));
    auto restored = std::make_shared<ThreadStack>(*report.stacks[1]);
    restored->error = StackError{"ClosedException", "com.acme", "closed"};
    report.stacks[1] = restored;
    QCOMPARE(text(), std::string("com.acme.ClosedException: com.acme.Store.load (Store.java)"));
}

void TestSignature::readsReportsOfScripts()
{
    ScriptEvent script;
    script.stacks.resize(1);
    script.stacks[0].type = "TypeError";
    auto event = std::make_shared<Event>();
    event->threads.resize(1);
    event->detail = script;
    Report report;
    report.event = event;
    report.stacks = {stackOf(0, {"render", "main"}, ScriptFrame{})};
    QCOMPARE(signatureOf(report, *makeShippedRules(), Mode::Faultline).text,
             std::string("TypeError: render (Store.java)"));
}

QTEST_GUILESS_MAIN(TestSignature)
#include "tst_signature.moc"
