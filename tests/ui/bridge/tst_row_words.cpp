// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/activity_rows.h"
#include "ui/bridge/code_rows.h"
#include "ui/bridge/fact_rows.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/header_rows.h"
#include "ui/bridge/module_rows.h"
#include "ui/bridge/part_rows.h"
#include "ui/bridge/source_documents.h"
#include "ui/bridge/thread_rows.h"
#include "ui/models/code_model.h"
#include "ui/models/thread_model.h"

#include <QTest>

using namespace faultline;
using namespace faultline::ui;

namespace {

ReportState stateOf(const Event& event)
{
    ReportState state;
    state.event = std::make_shared<Event>(event);
    return state;
}

} // namespace

class TestRowWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysHowStacksEnd_data();
    void saysHowStacksEnd();
    void framesFoundByCodeSaySo();
    void everyBadgeIsExplained();
    void threadsShowTheFirstFunctionThatSaysSomething();
    void exceptionsAreNoThreads();
    void backtracesOfAppleAreNoThreads();
    void namesOfTheTextCount();
    void linesOfTheTextAreKnown();
    void breadcrumbsHaveColumns_data();
    void breadcrumbsHaveColumns();
    void sentEventsHaveTheirFacts();
    void partsSayWhatHappened();
    void targetsHaveTheFormOfTheRows();
    void framesOfAWrongBuildAreMarked();
    void headersNameWhatIsKnownOfTheSystem();
    void stepsTellOnlyWhatIsCounted();
};

void TestRowWords::saysHowStacksEnd_data()
{
    QTest::addColumn<int>("end");
    QTest::addColumn<QString>("note");
    QTest::addColumn<bool>("isComplete");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isEarly");
    const auto row = [](const char* name, StackEnd end, const char* note, const char* text,
                        bool isEarly) {
        QTest::newRow(name) << int(end) << QString::fromLatin1(note) << true
                            << QString::fromLatin1(text) << isEarly;
    };
    row("thread's start", StackEnd::KnownStart, "",
        "The stack ends here: threads begin in this function", false);
    row("no code", StackEnd::NotCode, "the caller would be at 0x41414141",
        "The stack breaks off here: the return address points to no code (the caller would be at "
        "0x41414141)",
        true);
    row("no memory", StackEnd::NoMemory, "",
        "The stack is cut off here: the file holds no more of its memory", true);
    row("frame limit", StackEnd::FrameLimit, "",
        "The stack is cut off here: the frame limit is reached", true);
    row("time limit", StackEnd::TimeLimit, "",
        "The stack is cut off here: the time limit is reached", true);
    row("no caller", StackEnd::NotFound, "", "The stack breaks off here: no caller was found",
        true);
    row("brought by the file", StackEnd::NotReached, "", "", false);
    QTest::newRow("being walked") << int(StackEnd::NotFound) << QString() << false << QString()
                                  << true;
}

void TestRowWords::saysHowStacksEnd()
{
    QFETCH(int, end);
    QFETCH(QString, note);
    QFETCH(bool, isComplete);
    QFETCH(QString, text);
    auto stack = std::make_shared<ThreadStack>();
    stack->frames.emplace_back();
    stack->end = StackEnd(end);
    stack->endNote = note.toStdString();
    stack->complete = isComplete;
    ReportState state = stateOf(Event());
    state.stacks = {stack};
    QCOMPARE(makeStackEnd(state, 0).text, text);
    if (!text.isEmpty())
        QTEST(makeStackEnd(state, 0).isEarly, "isEarly");
    state.complete = true;
    QCOMPARE(makeStackEnd(state, 0).text.isEmpty(), StackEnd(end) == StackEnd::NotReached);
}

/// The frame was not found by frame pointers, although the report's trust has no other value for
/// it.
void TestRowWords::framesFoundByCodeSaySo()
{
    auto stack = std::make_shared<ThreadStack>();
    stack->frames.resize(2);
    for (Frame& frame : stack->frames) {
        frame.trust = FrameTrust::FramePointer;
        frame.makeNative().method = UnwindMethod::FramePointer;
        frame.position.function = "f";
    }
    stack->frames[1].makeNative().method = UnwindMethod::Instructions;
    Event event;
    event.threads.resize(1);
    ReportState state = stateOf(event);
    state.stacks = {stack};
    const FrameRows rows = makeFrameRows(state, 0);
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows.at(0)->trust, QStringLiteral("fp"));
    QVERIFY(rows.at(0)->trustStyle == BadgeStyle::Ok);
    QVERIFY(rows.at(0)->trustNote != rows.at(1)->trustNote);
    QCOMPARE(rows.at(1)->trust, QStringLiteral("code"));
    QVERIFY(rows.at(1)->trustStyle == BadgeStyle::Ok);
}

void TestRowWords::everyBadgeIsExplained()
{
    Event event;
    event.threads.resize(1);
    ReportState state = stateOf(event);
    for (const FrameTrust trust : {FrameTrust::Scan, FrameTrust::CfiScan, FrameTrust::FramePointer,
                                   FrameTrust::Cfi, FrameTrust::Prewalked, FrameTrust::Context}) {
        auto stack = std::make_shared<ThreadStack>();
        stack->frames.resize(2);
        stack->frames[0].isInlined = true;
        stack->frames[1].trust = trust;
        state.stacks = {stack};
        for (const auto& row : makeFrameRows(state, 0)) {
            // A headline, and a sentence that begins with the word of the badge.
            const QStringList lines = row->trustNote.split(u'\n');
            QCOMPARE(lines.size(), 2);
            QVERIFY2(lines.at(1).startsWith(row->trust + u':'), qPrintable(row->trustNote));
        }
    }
}

void TestRowWords::threadsShowTheFirstFunctionThatSaysSomething()
{
    auto stack = std::make_shared<ThreadStack>();
    stack->frames.resize(4);
    stack->frames[0].position.function = "__futex_abstimed_wait_common64";
    stack->frames[2].position.function = "pthread_cond_wait";
    stack->frames[3].position.function = "app::Worker::run()";
    Event event;
    event.threads.resize(1);
    ReportState state = stateOf(event);
    state.stacks = {stack};
    QCOMPARE(makeThreadRow(state, 0).topFunction, QStringLiteral("pthread_cond_wait"));
    // What scanning found may be left over from an earlier call.
    auto guessed = std::make_shared<ThreadStack>(*stack);
    guessed->frames[2].trust = FrameTrust::Scan;
    guessed->frames[3].trust = FrameTrust::Scan;
    state.stacks = {guessed};
    QCOMPARE(makeThreadRow(state, 0).topFunction, QStringLiteral("__futex_abstimed_wait_common64"));
}

void TestRowWords::framesOfAWrongBuildAreMarked()
{
    auto stack = std::make_shared<ThreadStack>();
    stack->frames.resize(2);
    for (Frame& frame : stack->frames) {
        frame.trust = FrameTrust::Cfi;
        frame.position.function = "f";
    }
    stack->frames[0].makeNative().fromWrongBuild = true;
    stack->frames[0].module = 0;
    Event ofOneModule;
    ofOneModule.threads.resize(1);
    ofOneModule.modules.resize(1);
    ReportState state = stateOf(ofOneModule);
    state.stacks = {stack};
    QCOMPARE(makeReportHeader(state, QString()).framePercent, 50);
    QCOMPARE(makeReportHeader(state, QString()).wrongBuilds, 1);
    QVERIFY(
        makeReportHeader(state, QString()).quality.contains(QStringLiteral("of another build")));
    const FrameRows rows = makeFrameRows(state, 0);
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows.at(0)->trust, QStringLiteral("wrong build"));
    QVERIFY(rows.at(0)->trustStyle == BadgeStyle::Crash);
    QVERIFY(rows.at(0)->sentence.contains(QStringLiteral("another build")));
    QCOMPARE(rows.at(1)->trust, QStringLiteral("cfi"));
    QVERIFY(!rows.at(1)->sentence.contains(QStringLiteral("another build")));

    Event event;
    event.modules.resize(1);
    state = stateOf(event);
    ModuleReport report;
    report.pending = false;
    report.debugStatus = ObjectFileStatus::Found;
    report.features.hasDebugInfo = true;
    const auto badge = [&] {
        state.modules = {std::make_shared<ModuleReport>(report)};
        return makeModuleRow(state, 0, nullptr).status;
    };
    QCOMPARE(badge(), QStringLiteral("debug"));
    report.wrongBuild = BuildIdentity{.verdict = IdentityVerdict::WrongBuild,
                                      .evidence = IdentityEvidence::Told,
                                      .found = "build id differs",
                                      .expected = {}};
    QCOMPARE(badge(), QStringLiteral("wrong build"));
}

void TestRowWords::headersNameWhatIsKnownOfTheSystem()
{
    Event event;
    const auto system = [&event] { return makeReportHeader(stateOf(event), QString()).system; };
    QCOMPARE(system(), QString());
    event.system.osName = "Linux";
    QCOMPARE(system(), QStringLiteral("Linux"));
    event.system.arch = Arch::Arm64;
    QCOMPARE(system(), QStringLiteral("Linux · arm64"));
    event.system.osName.clear();
    QCOMPARE(system(), QStringLiteral("arm64"));
}

void TestRowWords::stepsTellOnlyWhatIsCounted()
{
    engine::JobProgress job{engine::JobId{1}, engine::EventId{1}, "symbolicating", 0, 9};
    ActivityRow row = makeActivityRow(job, QStringLiteral("a.dmp"));
    QCOMPARE(row.stateText, QStringLiteral("symbolicating"));
    QCOMPARE(row.amount, QString());
    QVERIFY(row.fraction < 0);
    job.done = 3;
    row = makeActivityRow(job, QStringLiteral("a.dmp"));
    QCOMPARE(row.amount, QStringLiteral("3 of 9"));
    QVERIFY(row.fraction > 0);
}

void TestRowWords::exceptionsAreNoThreads()
{
    Event event;
    event.kind = EventKind::Jvm;
    JvmEvent jvm;
    jvm.stacks.resize(2);
    jvm.stacks[0].thread = "main";
    event.detail = jvm;
    event.threads.resize(2);
    event.threads[0].role = StackRole::Error;
    event.threads[0].name = "java.lang.RuntimeException: cannot save";
    event.threads[0].error = StackError{"RuntimeException", "java.lang", "cannot save"};
    event.threads[1].role = StackRole::Cause;
    event.threads[1].name = "java.io.IOException: disk is full";
    event.threads[1].error = StackError{"IOException", "java.io", "disk is full"};
    const ReportState state = stateOf(event);
    const QList<ThreadRow> rows = makeThreadRows(state);
    QVERIFY(rows.at(0).kind == StackKind::Exception && rows.at(1).kind == StackKind::Exception);
    QCOMPARE(rows.at(0).name, QStringLiteral("RuntimeException"));
    QCOMPARE(rows.at(1).name, QStringLiteral("caused by IOException"));
    QCOMPARE(makeReportHeader(state, QString()).thread, QStringLiteral("thread “main”"));
    ThreadModel model;
    model.setThreads(rows);
    QVERIFY(model.holdsExceptions());
    QCOMPARE(model.summary(), QStringLiteral("2 exception(s)"));
}

void TestRowWords::backtracesOfAppleAreNoThreads()
{
    Event event;
    event.kind = EventKind::AppleIps;
    event.threads.resize(3);
    event.threads[1].name = "Last Exception Backtrace";
    event.threads[2].name = "Application Specific Backtrace 1";
    ThreadModel model;
    model.setThreads(makeThreadRows(stateOf(event)));
    QVERIFY(!model.holdsExceptions());
    QCOMPARE(model.summary(), QStringLiteral("1 thread(s) · 2 further stack(s)"));
}

/// One rule for all reports: who says the name does not matter.
void TestRowWords::namesOfTheTextCount()
{
    auto stack = std::make_shared<ThreadStack>();
    stack->frames.resize(2);
    for (Frame& frame : stack->frames) {
        frame.makeNative();
        frame.module = 0;
    }
    stack->frames[0].makeNative().reported = {
        {.function = "-[Canvas stroke:]", .functionOffset = {}, .file = "Canvas.m", .line = 118}};
    Event event;
    event.threads.resize(1);
    event.modules.resize(1);
    ReportState state = stateOf(event);
    state.stacks = {stack};
    QCOMPARE(makeReportHeader(state, QString()).framePercent, 50);
    QCOMPARE(makeReportHeader(state, QString()).missingModules, 1);
    stack->frames.pop_back();
    QCOMPARE(makeReportHeader(state, QString()).framePercent, 100);
    QCOMPARE(makeReportHeader(state, QString()).missingModules, 0);
}

void TestRowWords::linesOfTheTextAreKnown()
{
    auto stack = std::make_shared<ThreadStack>();
    stack->frames.resize(1);
    stack->frames[0].makeNative().reported = {
        {.function = "-[Canvas stroke:]", .functionOffset = {}, .file = "Canvas.m", .line = 118}};
    Event event;
    event.threads.resize(1);
    ReportState state = stateOf(event);
    state.stacks = {stack};
    const auto document = makeSourceDocument(state, 0, {0, 0}, {.text = nullptr, .mayCome = false});
    QVERIFY(document.state == SourceDocument::State::Unavailable);
    QCOMPARE(document.path, QStringLiteral("Canvas.m"));
    QCOMPARE(document.currentLine, quint32(118));
}

void TestRowWords::breadcrumbsHaveColumns_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("columns");
    QTest::newRow("all") << "1795716435 info ui.click: Save"
                         << QStringList{localTimeText(1'795'716'435), "info", "ui.click", "Save"};
    QTest::newRow("a date") << "2026-11-19T14:02:31Z error http: GET /cart, status_code 500"
                            << QStringList{localTimeText(1'795'096'951), "error", "http",
                                           "GET /cart, status_code 500"};
    QTest::newRow("no time") << "warning auth: expired"
                             << QStringList{"", "warning", "auth", "expired"};
    QTest::newRow("only a message") << "something went wrong: no idea"
                                    << QStringList{"", "", "", "something went wrong: no idea"};
    QTest::newRow("number in a message")
        << "info 7 dwarves" << QStringList{"", "info", "", "7 dwarves"};
    QTest::newRow("nothing") << "" << QStringList{"", "", "", ""};
}

void TestRowWords::breadcrumbsHaveColumns()
{
    QFETCH(const QString, text);
    Event event;
    event.details = {{"breadcrumb", text.toStdString()}};
    QTEST(makeBreadcrumbRows(event).front().texts, "columns");
}

void TestRowWords::sentEventsHaveTheirFacts()
{
    Event event;
    event.details = {{"release", "shop@4.1.2"}, {"breadcrumb", "info: x"}};
    event.kind = EventKind::Jvm;
    event.detail = JvmEvent();
    const auto rows = makeAnnotationRows(event, Environment::Hidden);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.front().texts,
             (QStringList{QStringLiteral("release"), QStringLiteral("shop@4.1.2"),
                          QStringLiteral("the event")}));
    event.kind = EventKind::Minidump;
    QVERIFY(makeAnnotationRows(event, Environment::Hidden).isEmpty());
}

void TestRowWords::partsSayWhatHappened()
{
    Event event;
    event.kind = EventKind::Jvm;
    event.crash.present = true;
    event.crash.reason = "RuntimeException: cannot save";
    const PartRow known = makePartRow({.value = std::make_shared<Event>(event), .problem = {}});
    QCOMPARE(known.kind, QStringLiteral("JVM event"));
    QVERIFY2(known.sentence.contains(QStringLiteral("RuntimeException: cannot save")),
             qPrintable(known.sentence));
    const PartRow unknown = makePartRow({.value = nullptr, .problem = "cut off"});
    QVERIFY(unknown.kind.isEmpty() && unknown.sentence.contains(QStringLiteral("cut off")));
}

void TestRowWords::targetsHaveTheFormOfTheRows()
{
    Event event;
    event.modules.resize(1);
    event.modules[0].address = 0x400000;
    event.modules[0].sizeBytes = 0x10000;
    engine::CodeAnswer answer;
    answer.module = 0;
    answer.moduleAddress = 0x400000;
    answer.instructions.push_back({.address = 0x400010, .text = "je 0x400123", .target = 0x400123});
    answer.instructions.push_back(
        {.address = 0x400012, .text = "call 0x7f0000", .target = 0x7f0000});
    CodeModel model;
    model.setRows(makeCodeRows(stateOf(event), {}, answer));
    const auto operands = [&](int row) {
        return model.index(row, CodeModel::OperandsColumn).data().toString();
    };
    QCOMPARE(operands(0), QStringLiteral("0x400123"));
    model.showOffsets(true);
    QCOMPARE(operands(0), QStringLiteral("0x123"));
    QCOMPARE(operands(1), QStringLiteral("0x7f0000"));
}

QTEST_GUILESS_MAIN(TestRowWords)
#include "tst_row_words.moc"
