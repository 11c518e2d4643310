// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/cause.h"

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

Event faultAt(std::uint64_t address, const char* reason)
{
    Event event;
    event.crash.present = true;
    event.crash.reason = reason;
    event.crash.address = address;
    event.system.arch = Arch::Amd64;
    return event;
}

CrashAnalysis accessing(std::vector<MemoryAccess> accesses)
{
    CrashAnalysis analysis;
    analysis.instruction.emplace().areAccessesCertain = true;
    analysis.instruction->accesses = std::move(accesses);
    return analysis;
}

CrashAnalysis really(AdjustedAddress::Kind kind, std::uint64_t value)
{
    CrashAnalysis analysis;
    analysis.adjustedAddress = {kind, value};
    return analysis;
}

} // namespace

class TestCauseWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void causeSentences_data();
    void causeSentences();
    void causesOfInstructions_data();
    void causesOfInstructions();
};

void TestCauseWords::causeSentences_data()
{
    QTest::addColumn<Event>("event");
    QTest::addColumn<QString>("sentence");
    Event windows = faultAt(0x18, "EXCEPTION_ACCESS_VIOLATION_WRITE");
    windows.system.os = OsFamily::Windows;
    windows.crash.parameters = {1, 0x18};
    Event asserted = faultAt(0, "SIGABRT");
    asserted.crash.assertion = "index < size";
    Event guarded = faultAt(0x7000, "SIGSEGV");
    guarded.makeNative().memoryMap = {{0x7000, 0x1000, false, false, false, true, false, "", ""}};
    Event snapshot;
    Event script = faultAt(0, "TypeError: x is undefined");
    script.kind = EventKind::JavaScript;
    QTest::newRow("near null") << faultAt(0x18, "SIGSEGV / SEGV_MAPERR")
                               << "Access near null (+0x18)";
    QTest::newRow("windows tells the access") << windows << "Write near null (+0x18)";
    QTest::newRow("assertion first") << asserted << "“index < size”";
    QTest::newRow("non-canonical") << faultAt(0xdead000000000000, "SIGSEGV")
                                   << "Access to an impossible address 0xdead000000000000";
    QTest::newRow("guard page") << guarded << "Ran past the end of a buffer";
    QTest::newRow("stack overflow")
        << faultAt(0x7000, "EXCEPTION_STACK_OVERFLOW") << "Stack overflow (0 frame(s))";
    Event cut;
    cut.crash.isUnreadable = true;
    QTest::newRow("exception cannot be read")
        << cut << "Damaged file, its exception cannot be read";
    QTest::newRow("snapshot") << snapshot << "Snapshot, no crash";
    Event sampled = snapshot;
    sampled.samples.emplace_back();
    QTest::newRow("sampled") << sampled << "Sampled while it ran, no crash";
    QTest::newRow("script") << script << "TypeError: x is undefined";
    QTest::newRow("plain") << faultAt(0x7f0000001000, "SIGSEGV / SEGV_ACCERR")
                           << "SIGSEGV / SEGV_ACCERR at 0x7f0000001000";
    Event unplaced = faultAt(0, "EXC_BAD_ACCESS (SIGSEGV)");
    unplaced.crash.addressKnown = false;
    QTest::newRow("address unknown") << unplaced << "EXC_BAD_ACCESS (SIGSEGV)";
    QTest::newRow("no address for other signals") << faultAt(0, "SIGILL") << "SIGILL";
}

void TestCauseWords::causeSentences()
{
    QFETCH(Event, event);
    QTEST(causeSentence(stateOf(event)), "sentence");
}

void TestCauseWords::causesOfInstructions_data()
{
    QTest::addColumn<Event>("event");
    QTest::addColumn<CrashAnalysis>("analysis");
    QTest::addColumn<QString>("sentence");
    const MemoryAccess read{0x18, 8, MemoryAccessKind::Read, true, false};
    const MemoryAccess write{0x18, 8, MemoryAccessKind::Write, true, false};
    QTest::newRow("read") << faultAt(0x18, "SIGSEGV") << accessing({read})
                          << "Read near null (+0x18)";
    QTest::newRow("write") << faultAt(0x18, "SIGSEGV") << accessing({write})
                           << "Write near null (+0x18)";
    QTest::newRow("another address than the reported one")
        << faultAt(0x20, "SIGSEGV") << accessing({read}) << "Access near null (+0x20)";
    QTest::newRow("of two the failing one is not known")
        << faultAt(0x18, "SIGSEGV") << accessing({read, write}) << "Access near null (+0x18)";
    QTest::newRow("offset beyond a page")
        << faultAt(0x12345678, "SIGSEGV") << really(AdjustedAddress::Kind::NullPointer, 0x12345678)
        << "Access near null (+0x12345678)";
    QTest::newRow("the processor hides what is not canonical")
        << faultAt(0, "SIGSEGV") << really(AdjustedAddress::Kind::NonCanonical, 0xdead000000000000)
        << "Access to an impossible address 0xdead000000000000";
}

void TestCauseWords::causesOfInstructions()
{
    QFETCH(Event, event);
    QFETCH(CrashAnalysis, analysis);
    ReportState state = stateOf(event);
    state.analysis = std::make_shared<CrashAnalysis>(analysis);
    QTEST(causeSentence(state), "sentence");
}

QTEST_GUILESS_MAIN(TestCauseWords)
#include "tst_cause_words.moc"
