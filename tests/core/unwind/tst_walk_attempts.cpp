// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/unwind/walk_scene.h"

#include <QTest>

#include <algorithm>

using namespace faultline;
using namespace faultline::test;

/// What the walker keeps of the steps that it tried, for people who ask why a stack is as it is.
class TestWalkAttempts : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsKeptUnlessAskedFor();
    void everyStepBeforeTheCallerIsKept();
    void aStepSaysWhatItLacks_data();
    void aStepSaysWhatItLacks();
    void stepsForOthersAreMarked_data();
    void stepsForOthersAreMarked();
    void aRefusedCallerSaysWhy();
    void theEndHasItsSteps();
    void recordingChangesNoFrame();
};

namespace {

struct Explained
{
    std::vector<unwind::WalkedFrame> frames;
    std::vector<std::vector<WalkAttempt>> attempts; ///< Of each frame, then of the end.
};

Explained explain(const Event& event,
                  FixedModules& provider,
                  bool records = true,
                  unwind::UnwindPreference preference = unwind::UnwindPreference::CfiFirst)
{
    const unwind::ModuleMap modules(event);
    unwind::StackWalker walker(event, modules, 0, provider, {}, preference);
    if (records)
        walker.recordAttempts();
    Explained result;
    while (true) {
        auto step = walker.next();
        result.attempts.push_back(walker.takeAttempts());
        if (auto* frame = std::get_if<unwind::WalkedFrame>(&step))
            result.frames.push_back(std::move(*frame));
        else
            return result;
    }
}

const WalkAttempt* attemptOf(const std::vector<WalkAttempt>& attempts, WalkStep step)
{
    const auto found = std::ranges::find(attempts, step, &WalkAttempt::step);
    return found == attempts.end() ? nullptr : &*found;
}

/// A frame pointer's record that leads into the other module.
StackBuilder withRecord()
{
    auto stack = amd64();
    return stack.set("rbp", kStack + 0x40)
        .word(kStack + 0x40, kStack + 0x80)
        .word(kStack + 0x48, kOther + 0x200);
}

} // namespace

void TestWalkAttempts::nothingIsKeptUnlessAskedFor()
{
    FixedModules modules;
    const auto explained = explain(withRecord().finish(), modules, false);
    QVERIFY(explained.frames.size() > 1);
    QVERIFY(std::ranges::all_of(explained.attempts, &std::vector<WalkAttempt>::empty));
}

void TestWalkAttempts::everyStepBeforeTheCallerIsKept()
{
    FixedModules modules;
    const auto explained = explain(withRecord().finish(), modules);
    QVERIFY(explained.frames.size() > 1);
    QVERIFY(explained.attempts[0].empty()); // No step found the first frame.
    const auto& attempts = explained.attempts[1];
    QVERIFY(std::ranges::is_sorted(attempts, {}, &WalkAttempt::step));
    QCOMPARE(attempts.back().step, WalkStep::FramePointer);
    QCOMPARE(attempts.back().verdict, WalkVerdict::Taken);
    QCOMPARE(attempts.back().method, std::optional(UnwindMethod::FramePointer));
    QCOMPARE(attempts.back().pc, kOther + 0x200);
    QCOMPARE(attempts.back().start, std::optional(kStack + 0x40));
    for (std::size_t i = 0; i + 1 < attempts.size(); ++i)
        QVERIFY(attempts[i].verdict != WalkVerdict::Taken);
}

void TestWalkAttempts::aStepSaysWhatItLacks_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("lack");
    const auto row = [](const char* name, WalkStep step, WalkLack lack) {
        QTest::newRow(name) << int(step) << int(lack);
    };
    row("no bytes for a trampoline", WalkStep::SignalTrampoline, WalkLack::Instructions);
    row("no file", WalkStep::UnwindData, WalkLack::File);
    row("no symbol", WalkStep::KnownStart, WalkLack::Call);
    row("no name in Go", WalkStep::GoStacks, WalkLack::Function);
    row("no bytes to follow", WalkStep::FollowedInstructions, WalkLack::Instructions);
    row("no bytes of an epilogue", WalkStep::PrologueOrEpilogue, WalkLack::Instructions);
}

void TestWalkAttempts::aStepSaysWhatItLacks()
{
    QFETCH(int, step);
    QFETCH(int, lack);
    FixedModules modules;
    const auto explained = explain(withRecord().finish(), modules);
    const auto* attempt = attemptOf(explained.attempts.at(1), WalkStep(step));
    QVERIFY(attempt != nullptr);
    QCOMPARE(attempt->verdict, WalkVerdict::NoBasis);
    QCOMPARE(int(attempt->lack), lack);
}

void TestWalkAttempts::stepsForOthersAreMarked_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("lack");
    QTest::newRow("macOS") << int(WalkStep::MacSignalHandler) << int(WalkLack::System);
    QTest::newRow("BSD") << int(WalkStep::BsdStart) << int(WalkLack::System);
    QTest::newRow("32-bit Windows") << int(WalkStep::Funclet) << int(WalkLack::Processor);
    QTest::newRow("arm64") << int(WalkStep::Arm64WaysToReturn) << int(WalkLack::Processor);
    QTest::newRow("32-bit Linux") << int(WalkStep::Vsyscall) << int(WalkLack::Processor);
    QTest::newRow("link register") << int(WalkStep::LinkRegister) << int(WalkLack::Processor);
}

void TestWalkAttempts::stepsForOthersAreMarked()
{
    QFETCH(int, step);
    QFETCH(int, lack);
    FixedModules modules;
    const auto explained = explain(withRecord().finish(), modules);
    const auto* attempt = attemptOf(explained.attempts.at(1), WalkStep(step));
    QVERIFY(attempt != nullptr);
    QCOMPARE(attempt->verdict, WalkVerdict::NotHere);
    QCOMPARE(int(attempt->lack), lack);
}

/// A record that holds data is refused with the reason that the frame's note has.
void TestWalkAttempts::aRefusedCallerSaysWhy()
{
    auto stack = amd64();
    stack.set("rbp", kStack + 0x40)
        .word(kStack + 0x40, kStack + 0x80)
        .word(kStack + 0x48, 0x123)
        .word(kStack + 0x100, kOther + 0x200);
    FixedModules modules;
    const auto explained = explain(stack.finish(), modules);
    QVERIFY(explained.frames.size() > 1);
    const auto* refused = attemptOf(explained.attempts[1], WalkStep::FramePointer);
    QVERIFY(refused != nullptr);
    QCOMPARE(refused->verdict, WalkVerdict::Refused);
    QCOMPARE(refused->lack, WalkLack::Nothing);
    QVERIFY(refused->note.contains("0x123"));
    QCOMPARE(explained.attempts[1].back().step, WalkStep::Scan);
    QCOMPARE(explained.attempts[1].back().verdict, WalkVerdict::Taken);
}

void TestWalkAttempts::theEndHasItsSteps()
{
    FixedModules modules;
    const auto explained = explain(amd64().finish(), modules);
    QCOMPARE(explained.frames.size(), std::size_t{1});
    const auto& attempts = explained.attempts.back();
    QCOMPARE(attempts.size(), kWalkSteps - 1); // The frame pointer has one place.
    QVERIFY(std::ranges::none_of(attempts, [](const WalkAttempt& attempt) {
        return attempt.verdict == WalkVerdict::Taken;
    }));
}

void TestWalkAttempts::recordingChangesNoFrame()
{
    for (const auto preference :
         {unwind::UnwindPreference::CfiFirst, unwind::UnwindPreference::FramePointerFirst}) {
        FixedModules modules;
        modules.modules[0] = functionsOf256Bytes();
        const auto event = withRecord().finish();
        const auto plain = explain(event, modules, false, preference);
        const auto recorded = explain(event, modules, true, preference);
        QCOMPARE(recorded.frames.size(), plain.frames.size());
        for (std::size_t i = 0; i < plain.frames.size(); ++i) {
            QCOMPARE(recorded.frames[i].pc, plain.frames[i].pc);
            QCOMPARE(recorded.frames[i].method, plain.frames[i].method);
            QCOMPARE(recorded.frames[i].note, plain.frames[i].note);
        }
    }
}

QTEST_GUILESS_MAIN(TestWalkAttempts)
#include "tst_walk_attempts.moc"
