// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/walk_text.h"
#include "core/report/walk_words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace faultline;
using namespace faultline::report;

namespace {

/// Two frames: the second one was found by a scan after unwind data had been refused.
WalkTrace guessedTrace()
{
    WalkTrace trace;
    trace.frames.resize(2);
    trace.frames[0].pc = 0x401000;
    trace.frames[0].trust = FrameTrust::Context;
    auto& guess = trace.frames[1];
    guess.pc = 0x402000;
    guess.trust = FrameTrust::Scan;
    guess.method = UnwindMethod::Scan;
    guess.returnSlot = 0x7ff0;
    WalkAttempt elsewhere{
        .step = WalkStep::Funclet, .verdict = WalkVerdict::NotHere, .lack = WalkLack::Processor};
    WalkAttempt missing{
        .step = WalkStep::UnwindData, .verdict = WalkVerdict::NoBasis, .lack = WalkLack::File};
    WalkAttempt refused{.step = WalkStep::FramePointer, .verdict = WalkVerdict::Refused};
    refused.start = 0x12;
    WalkAttempt taken{.step = WalkStep::Scan, .verdict = WalkVerdict::Taken};
    taken.method = UnwindMethod::Scan;
    taken.pc = 0x402000;
    taken.note = "scan skipped 1 \x1b words";
    guess.attempts = {elsewhere, missing, refused, taken};
    trace.end = StackEnd::NotFound;
    trace.endAttempts = {missing};
    return trace;
}

Report oneThread()
{
    auto event = std::make_shared<Event>();
    event->threads.emplace_back().name = "worker";
    Report report;
    report.event = event;
    return report;
}

} // namespace

/// The words and the JSON on why a stack is as it is.
class TestWalkText : public QObject
{
    Q_OBJECT

private slots:
    void textHasEachStep();
    void jsonHasEachStep();
    void aCutTraceSaysSo();
    void allKindsHaveWords();
};

void TestWalkText::textHasEachStep()
{
    const auto text = QString::fromStdString(renderWalkText(oneThread(), guessedTrace()));
    QVERIFY(text.contains("rests on the registers that the file keeps"));
    QVERIFY(text.contains("return address at 0x7ff0"));
    QVERIFY(text.contains("1 step is for other systems or processors"));
    QVERIFY(text.contains("the module's files are not here"));
    QVERIFY(text.contains("the register holds 0x12, and nothing there fits"));
    QVERIFY(text.contains("leads to 0x402000; scan skipped 1 "));
    QVERIFY(text.contains("End: no caller found"));
    QVERIFY(!text.contains('\x1b'));
}

void TestWalkText::jsonHasEachStep()
{
    const auto json = renderWalkJson(oneThread(), guessedTrace());
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
    QCOMPARE(document["thread"].toInt(), 0);
    const auto frames = document["frames"].toArray();
    QCOMPARE(frames.size(), 2);
    QCOMPARE(frames[1]["return_slot"].toString(), "0x7ff0");
    const auto steps = frames[1]["steps"].toArray();
    QCOMPARE(steps.size(), 4);
    QCOMPARE(steps[0]["verdict"].toString(), "not_here");
    QCOMPARE(steps[1]["lacks"].toString(), "file");
    QCOMPARE(steps[2]["register"].toString(), "0x12");
    QCOMPARE(steps[3]["number"].toInt(), 19);
    QCOMPARE(steps[3]["address"].toString(), "0x402000");
    QCOMPARE(document["end"]["steps"].toArray().size(), 1);
    QVERIFY(!document.contains("is_cut"));
}

void TestWalkText::aCutTraceSaysSo()
{
    auto trace = guessedTrace();
    trace.isCut = true;
    QVERIFY(QString::fromStdString(renderWalkText(oneThread(), trace))
                .contains("Further frames are not explained."));
    const auto json = renderWalkJson(oneThread(), trace);
    QVERIFY(QString::fromStdString(json).contains("\"is_cut\":true"));
}

void TestWalkText::allKindsHaveWords()
{
    for (std::size_t i = 0; i < kWalkSteps; ++i) {
        QVERIFY(!walkStepName(WalkStep(i)).empty());
        QVERIFY(!walkStepWords(WalkStep(i)).empty());
        QCOMPARE(walkStepNumber(WalkStep(i)), unsigned(i + 1));
    }
    for (int i = 0; i <= int(WalkVerdict::NotHere); ++i) {
        QVERIFY(!walkVerdictName(WalkVerdict(i)).empty());
        QVERIFY(!walkVerdictWords(WalkVerdict(i)).empty());
    }
    for (int i = 1; i <= int(WalkLack::KernelLibrary); ++i) {
        QVERIFY(!walkLackName(WalkLack(i)).empty());
        const WalkAttempt attempt{.verdict = WalkVerdict::NoBasis, .lack = WalkLack(i)};
        QVERIFY(!walkAttemptWords(attempt).empty());
    }
}

QTEST_GUILESS_MAIN(TestWalkText)
#include "tst_walk_text.moc"
