// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/frame_meanings.h"
#include "core/report/jvm_answer.h"

#include <QTest>

using namespace faultline;

/// Symbolicator's answer for the JVM, and the words for meanings of a frame.
class TestJvmReport : public QObject
{
    Q_OBJECT

private slots:
    void jsonOfTheReference();
    void jsonWithExtras();
    void everyMeaningIsARow();
    void meanings();
};

namespace {

Frame frame(std::uint64_t index, std::string module, const std::string& function)
{
    Frame frame;
    frame.position.function = module + "." + function;
    JvmFrame jvm;
    jvm.index = index;
    jvm.module = std::move(module);
    frame.detail = std::move(jvm);
    return frame;
}

Report
reportOf(std::vector<Frame> frames, std::optional<StackError> error, JvmResult result = JvmResult())
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::Jvm;
    event->detail = JvmEvent();
    event->threads.resize(1);
    auto stack = std::make_shared<ThreadStack>();
    stack->frames = std::move(frames);
    stack->error = std::move(error);
    Report report;
    report.event = std::move(event);
    report.stacks.push_back(std::move(stack));
    report.jvm = std::make_shared<const JvmResult>(std::move(result));
    return report;
}

JvmFile fileOf(std::optional<JvmFileError> error)
{
    JvmFile file;
    file.module.id = *DebugId::parse("246fb328-fc4e-406a-87ff-fc35f6149d8f");
    file.error = std::move(error);
    return file;
}

constexpr report::JsonOptions kCallerFirst{.frameOrder = report::FrameOrder::CallerFirst};

} // namespace

void TestJvmReport::jsonOfTheReference()
{
    auto whole = frame(0, "m", "callee");
    whole.carried = share({.platform = "java"});
    whole.position.file = "F.kt";
    whole.position.absPath = "F.kt";
    whole.position.line = 7;
    whole.position.context = {{"p"}, "c", {"q"}};
    whole.inApp = true;
    std::get<JvmFrame>(whole.detail).signature = "(): void";
    std::get<JvmFrame>(whole.detail).isSynthesized = true;
    JvmResult result;
    result.exceptions = {{"T", "p"}};
    result.classes = {{"a.a", "p.T"}};
    result.files = {fileOf(JvmFileError{JvmFileError::Kind::Missing, "gone"}),
                    fileOf(JvmFileError{JvmFileError::Kind::Invalid, "bad"}), fileOf({})};
    const auto report =
        reportOf({whole, frame(1, "m", "caller")},
                 StackError{.type = "E", .package = {}, .message = {}}, std::move(result));
    QCOMPARE(QString::fromStdString(report::jvmAnswer(report, kCallerFirst)),
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
    auto restored = frame(0, "m", "f");
    std::get<JvmFrame>(restored.detail).fileOrigin = JvmDetail::FileOrigin::Recorded;
    JvmResult result;
    result.hidden = {{0, 4, JvmHiddenFrame::Reason::Rewritten}};
    result.files = {fileOf({})};
    Candidate used;
    used.source = "s";
    used.location = "/m.txt";
    used.outcome = Outcome::of(OutcomeKind::Used);
    Candidate skippedOne;
    skippedOne.source = "t";
    skippedOne.skips.push_back(skipped(SkipReason::NotInFolder));
    result.files[0].candidates = {used, skippedOne};
    const auto json = report::jvmAnswer(reportOf({restored}, {}, std::move(result)),
                                        {.extras = report::IncludeExtras::Yes});
    for (const char* part :
         {R"("exception":null)",
          R"("faultline":{"file_origin":"recorded","alternative":0,"alternatives":1})",
          R"("hidden":[{"stacktrace":0,"index":4,"reason":"rewritten"}])",
          R"("source":"s","location":"/m.txt","outcome":"used")",
          R"("source":"t","location":"","outcome":"not in folder")"})
        QVERIFY2(json.find(part) != std::string::npos,
                 qPrintable(QString::fromStdString(json) + u' ' + QLatin1String(part)));
}

void TestJvmReport::everyMeaningIsARow()
{
    auto ambiguous = frame(3, "m", "shown");
    JvmCall inner;
    inner.module = "m";
    inner.position.function = "inner";
    JvmCall other;
    other.module = "n";
    other.position.function = "other";
    std::get<JvmFrame>(ambiguous.detail).alternatives = {{.calls = {inner, inner}},
                                                         {.calls = {other}}};
    const auto json = report::jvmAnswer(reportOf({ambiguous}, {}), kCallerFirst);
    const QString row = R"({"function":"%1","module":"%2","index":3})";
    QVERIFY2(json.contains((R"("frames":[)" + row.arg("other", "n") + u',' + row.arg("inner", "m") +
                            u',' + row.arg("inner", "m") + u']')
                               .toStdString()),
             json.c_str());
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
