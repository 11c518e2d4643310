// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/activity_rows.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/header_rows.h"
#include "ui/bridge/module_rows.h"
#include "ui/bridge/thread_rows.h"

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

QTEST_GUILESS_MAIN(TestRowWords)
#include "tst_row_words.moc"
