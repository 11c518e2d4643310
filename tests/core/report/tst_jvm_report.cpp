// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/crash/jvm_text/text_event.h"
#include "core/report/frame_meanings.h"
#include "core/report/jvm_json.h"
#include "core/report/jvm_text_report.h"

#include <QTest>

using namespace faultline;

/// The JVM's answers: Symbolicator's JSON, and the text with its names restored.
class TestJvmReport : public QObject
{
    Q_OBJECT

private slots:
    void jsonOfTheReference();
    void jsonWithExtras();
    void textKeepsItsOtherLines();
    void textMarksAlternatives();
    void textLeavesHiddenFramesOut();
    void textOfErrorFilesHasDescriptors();
    void unchangedTextStaysAsItWas_data();
    void unchangedTextStaysAsItWas();
    void meanings();
};

namespace {

JvmStackFrame frame(std::uint64_t index, std::string module, std::string function)
{
    JvmStackFrame frame;
    frame.index = index;
    frame.detail.module = std::move(module);
    frame.position.function = std::move(function);
    return frame;
}

JvmStackFrame restored(std::uint64_t index,
                       std::string module,
                       std::string function,
                       std::string file,
                       std::uint32_t line)
{
    auto made = frame(index, std::move(module), std::move(function));
    made.detail.fileOrigin = JvmDetail::FileOrigin::Recorded;
    made.position.file = std::move(file);
    made.position.line = line;
    return made;
}

jvmtext::JvmText textOf(std::string text)
{
    return *jvmtext::readJvmText(ByteView::fromString(std::move(text)));
}

/// The report that leaves everything as it is.
JvmReport unchanged(const jvmtext::JvmText& text)
{
    const auto event = jvmtext::eventOf(text);
    JvmReport report;
    report.stacks = event.stacks;
    for (const auto& message : event.messages)
        report.messages.push_back(message.text);
    return report;
}

} // namespace

void TestJvmReport::jsonOfTheReference()
{
    JvmReport report;
    report.exceptions = {{"T", "p"}};
    report.stacks.resize(1);
    report.stacks[0].exception = JvmException{"E", ""};
    report.stacks[0].frames = {frame(0, "m", "callee"), frame(1, "m", "caller")};
    auto& whole = report.stacks[0].frames[0];
    whole.platform = "java";
    whole.position.file = "F.kt";
    whole.position.absPath = "F.kt";
    whole.position.line = 7;
    whole.position.context = {{"p"}, "c", {"q"}};
    whole.inApp = true;
    whole.detail.signature = "(): void";
    whole.detail.isSynthesized = true;
    report.classes = {{"a.a", "p.T"}};
    const auto id = DebugId::parse("246fb328-fc4e-406a-87ff-fc35f6149d8f");
    report.errors = {{{JvmModule::Type::Mapping, *id}, JvmFileError::Kind::Missing, "gone"},
                     {{JvmModule::Type::Mapping, *id}, JvmFileError::Kind::Invalid, "bad"}};
    QCOMPARE(QString::fromStdString(report::renderJvmJson(report, {})),
             QString(R"({"status":"completed","exceptions":[{"type":"T","module":"p"}],)"
                     R"("stacktraces":[{"exception":{"type":"E","module":""},"frames":[)"
                     R"({"function":"caller","module":"m","index":1},)"
                     R"({"platform":"java","function":"callee","filename":"F.kt","module":"m",)"
                     R"("abs_path":"F.kt","lineno":7,"pre_context":["p"],"context_line":"c",)"
                     R"("post_context":["q"],"in_app":true,"signature":"(): void",)"
                     R"("method_synthesized":true,"index":0}]}],"classes":{"a.a":"p.T"},)"
                     R"("errors":[{"uuid":"246fb328-fc4e-406a-87ff-fc35f6149d8f",)"
                     R"("type":"missing"},{"uuid":"246fb328-fc4e-406a-87ff-fc35f6149d8f",)"
                     R"("type":"invalid"}]})"));
}

void TestJvmReport::jsonWithExtras()
{
    JvmReport report;
    report.stacks.resize(1);
    report.stacks[0].frames = {restored(0, "m", "f", "F.kt", 1)};
    report.stacks[0].frames[0].detail.alternative = 1;
    report.stacks[0].frames[0].detail.alternativeCount = 3;
    report.hidden = {{0, 4, JvmHiddenFrame::Reason::Rewritten}};
    report.candidates = {{{}, "s", "/m.txt", Outcome::of(OutcomeKind::Used)}};
    const auto json = report::renderJvmJson(report, {.frameOrder = report::FrameOrder::CalleeFirst,
                                                     .extras = report::IncludeExtras::Yes});
    for (const char* part :
         {R"("exception":null)",
          R"("faultline":{"file_origin":"recorded","alternative":1,"alternatives":3})",
          R"("hidden":[{"stacktrace":0,"index":4,"reason":"rewritten"}])",
          R"("source":"s","location":"/m.txt","outcome":"used")"})
        QVERIFY2(json.find(part) != std::string::npos,
                 qPrintable(QString::fromStdString(json) + u' ' + QLatin1String(part)));
}

void TestJvmReport::textKeepsItsOtherLines()
{
    const auto text = textOf("I/tag( 1): hello\n"
                             "E/tag( 2): a.x: about a.a\n"
                             "E/tag( 2): \tat a.a.b(SourceFile:1) ~[lib.jar:1]\n"
                             "E/tag( 2): \t... 3 more\n"
                             "bye");
    auto report = unchanged(text);
    report.stacks[0].exception = JvmException{"LedgerException", "com.x"};
    report.messages[0] = "about com.x.Ledger";
    report.stacks[0].frames = {restored(2, "com.x.In", "check", "In.kt", 7),
                               restored(2, "com.x.Ledger", "post", "Ledger.kt", 20)};
    QCOMPARE(QString::fromStdString(report::renderJvmText(text, report)),
             QString("I/tag( 1): hello\n"
                     "E/tag( 2): com.x.LedgerException: about com.x.Ledger\n"
                     "E/tag( 2): \tat com.x.In.check(In.kt:7) ~[lib.jar:1]\n"
                     "E/tag( 2): \tat com.x.Ledger.post(Ledger.kt:20) ~[lib.jar:1]\n"
                     "E/tag( 2): \t... 3 more\n"
                     "bye\n"));
}

void TestJvmReport::textMarksAlternatives()
{
    const auto text = textOf("a.x\n\tat a.a.b(SourceFile)\n");
    auto report = unchanged(text);
    report.stacks[0].frames = {restored(1, "com.x.A", "f", "A.kt", 0),
                               restored(1, "com.x.A", "g", "A.kt", 2)};
    report.stacks[0].frames[1].detail.alternative = 1;
    QCOMPARE(QString::fromStdString(report::renderJvmText(text, report)),
             QString("a.x\n\tat com.x.A.f(A.kt)\n\t<OR> at com.x.A.g(A.kt:2)\n"));
}

void TestJvmReport::textLeavesHiddenFramesOut()
{
    const auto text = textOf("a.x\n\tat a.a.b(F:1)\n\tat a.a.c(F:2)\n");
    auto report = unchanged(text);
    report.stacks[0].frames.erase(report.stacks[0].frames.begin());
    QCOMPARE(QString::fromStdString(report::renderJvmText(text, report)),
             QString("a.x\n\tat a.a.c(F:2)\n"));
}

void TestJvmReport::textOfErrorFilesHasDescriptors()
{
    const auto text = textOf("j  a.a.b(I)V+12\n");
    auto report = unchanged(text);
    report.stacks[0].frames = {restored(0, "com.x.A", "f", "A.java", 0)};
    report.stacks[0].frames[0].detail.signature = "(int): void";
    QCOMPARE(QString::fromStdString(report::renderJvmText(text, report)),
             QString("j  com.x.A.f(int): void+12\n"));
}

void TestJvmReport::unchangedTextStaysAsItWas_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("trace") << "Exception in thread \"main\" a.b.C: m\n\tat x//a.b.c(F.java:1)\n"
                              "\tat a.b.d(Native Method)\nCaused by: x.y\n\t... 1 more\n";
    QTest::newRow("dump") << "\"main\" prio=5 tid=1 Blocked\n  at a.b.m(F:1)\n"
                             "  - locked <0x1> (a a.c)\n\n";
    QTest::newRow("several lines of message") << "a.b: one\ntwo\n\tat a.m(F:1)\n";
}

void TestJvmReport::unchangedTextStaysAsItWas()
{
    QFETCH(QString, text);
    const auto read = textOf(text.toStdString());
    QCOMPARE(QString::fromStdString(report::renderJvmText(read, unchanged(read))), text);
}

void TestJvmReport::meanings()
{
    Frame plain;
    QVERIFY(report::frameMeanings(plain).empty());
    QVERIFY(report::meaningsText(plain).empty());
    const auto call = [](const char* function, std::uint32_t line) {
        JvmCall made;
        made.module = "m.A";
        made.position.function = function;
        made.position.file = "A.kt";
        made.position.line = line;
        return made;
    };
    Frame ambiguous;
    JvmFrame detail;
    detail.alternatives = {{.calls = {call("f", 1)}}, {.calls = {call("in", 9), call("g", 2)}}};
    ambiguous.detail = detail;
    QCOMPARE(report::meaningsText(ambiguous),
             std::string("one of 2, or m.A.in [A.kt:9] in m.A.g [A.kt:2]"));
    std::swap(detail.alternatives[0], detail.alternatives[1]);
    ambiguous.detail = detail;
    QCOMPARE(report::meaningsText(ambiguous),
             std::string("one of 2: m.A.in [A.kt:9] in m.A.g [A.kt:2], or m.A.f [A.kt:1]"));
}

QTEST_GUILESS_MAIN(TestJvmReport)
#include "tst_jvm_report.moc"
