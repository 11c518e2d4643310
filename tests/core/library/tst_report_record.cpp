// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/report_payload.h"
#include "core/library/report_record.h"

#include <QTest>

using namespace faultline;
using namespace faultline::library;

/// What a library keeps of a report.
class TestReportRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTheFacts();
    void ownFramesLieBelowWhatEndedTheProcess();
    void textsOfPanicsHaveOwnFrames();
    void ratesTheStack();
    void releasesOfSentryAreVersions();
    void applesReportsHaveVersions();
    void cutsHugeTexts();
    void framesReadBack();
    void packsAndUnpacks();
    void leavesTheEnvironmentOut();
    void refusesDamagedPayloads();

private:
    static Report sampleReport();
    static Report reportOf(const std::string& reason, const std::vector<std::string>& functions);
};

Report TestReportRecord::sampleReport()
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::Minidump;
    event->timestamp = 42;
    event->system.osName = "Linux";
    event->system.arch = Arch::Amd64;
    event->crash.present = true;
    event->crash.reason = "SIGSEGV";
    event->crash.address = 0x18;
    event->threads.resize(1);
    event->threads[0].name = "render";
    event->requestingThread = 0;
    event->modules.resize(2);
    event->modules[0].codeFile = "/opt/app/libscene.so";
    event->modules[1].codeFile = "/usr/lib/libc.so.6";
    event->annotations = {{Annotation::Origin::Breakpad, "ProductName", "app", {}},
                          {Annotation::Origin::Breakpad, "Version", "2.4", {}}};
    event->makeNative().memory = std::make_shared<const MemoryImage>();
    event->makeNative().process.environment = {{"SECRET", "hunter2"}};
    Report report;
    report.event = event;
    ThreadStack stack;
    Frame frame;
    frame.trust = FrameTrust::Context;
    frame.module = 1;
    frame.position.function = "memcpy";
    stack.frames.push_back(frame);
    frame.trust = FrameTrust::Cfi;
    frame.module = 0;
    frame.position.function = "scene::draw(int)";
    frame.position.line = 7;
    stack.frames.push_back(frame);
    report.stacks = {std::make_shared<const ThreadStack>(stack)};
    ModuleReport missing;
    missing.module = event->modules[0];
    missing.debugStatus = ObjectFileStatus::Missing;
    missing.frameCount = 1;
    ModuleReport unused;
    unused.module = event->modules[1];
    unused.requestIndex = 1;
    report.modules = {std::make_shared<const ModuleReport>(missing),
                      std::make_shared<const ModuleReport>(unused)};
    return report;
}

/// Without modules.
Report TestReportRecord::reportOf(const std::string& reason,
                                  const std::vector<std::string>& functions)
{
    auto event = std::make_shared<Event>();
    event->crash.present = true;
    event->crash.reason = reason;
    event->threads.resize(1);
    Report report;
    report.event = event;
    ThreadStack stack;
    for (const auto& function : functions) {
        Frame frame;
        frame.makeNative();
        frame.position.function = function;
        stack.frames.push_back(frame);
    }
    report.stacks = {std::make_shared<const ThreadStack>(stack)};
    return report;
}

void TestReportRecord::ownFramesLieBelowWhatEndedTheProcess()
{
    auto report = reportOf("SIGABRT / SI_TKILL", {"raise", "abort", "app::onFault(int)",
                                                  "__restore_rt", "app::divide(int)", "main"});
    auto stack = std::make_shared<ThreadStack>(*report.stacks[0]);
    for (auto& frame : stack->frames)
        frame.inApp = true;
    report.stacks = {stack};
    const auto record = recordOf(report, {});
    QCOMPARE(record.topFunction, std::string("app::divide(int)"));
    QCOMPARE(record.inAppFunction, std::string("app::divide(int)"));
    QVERIFY(!record.frames[2].isOwn && record.frames[4].isOwn);
}

void TestReportRecord::textsOfPanicsHaveOwnFrames()
{
    const auto record =
        recordOf(reportOf("panic", {"__rustc::rust_begin_unwind", "core::panicking::panic_fmt",
                                    "<usize as core::slice::index::SliceIndex<[T]>>::index",
                                    "r::main", "core::ops::function::FnOnce::call_once"}),
                 {});
    QCOMPARE(record.topFunction, std::string("r::main"));
    QList<bool> own;
    for (const auto& frame : record.frames)
        own << frame.isOwn;
    QCOMPARE(own, (QList<bool>{false, false, false, true, false}));
}

void TestReportRecord::takesTheFacts()
{
    signature::Signature signature;
    signature.text = "memcpy | scene::draw";
    signature.rulesHash = "h";
    const auto record = recordOf(sampleReport(), signature);
    QCOMPARE(record.kind, std::string("minidump"));
    QCOMPARE(*record.crashedAt, 42);
    QCOMPARE(record.product, std::string("app"));
    QCOMPARE(record.version, std::string("2.4"));
    QCOMPARE(record.reason, std::string("SIGSEGV"));
    QCOMPARE(*record.address, 0x18u);
    QCOMPARE(record.threadName, std::string("render"));
    QCOMPARE(record.signature, signature.text);
    QCOMPARE(record.topFunction, std::string("memcpy"));
    QCOMPARE(record.inAppFunction, std::string("scene::draw(int)"));
    QCOMPARE(record.frames.size(), 2u);
    QCOMPARE(record.frames[1].function, std::string("scene::draw"));
    QVERIFY(record.frames[1].isOwn && !record.frames[0].isOwn);
    QCOMPARE(record.modules.size(), 2u);
    QVERIFY(record.modules[0].isOnStack && record.modules[0].isMissing);
    QVERIFY(!record.modules[1].isMissing);
    QCOMPARE(record.annotations.size(), 2u);
}

void TestReportRecord::ratesTheStack()
{
    QCOMPARE(recordOf(sampleReport(), {}).quality, 2u);
    Report bare;
    bare.event = std::make_shared<const Event>();
    QCOMPARE(recordOf(bare, {}).quality, 0u);
}

void TestReportRecord::applesReportsHaveVersions()
{
    auto report = sampleReport();
    auto event = std::make_shared<Event>(*report.event);
    event->annotations.clear();
    event->kind = EventKind::AppleText;
    event->makeNative().process.name = "Sketch Book";
    event->details = {{"Version", "2.1 (210)"}};
    report.event = event;
    auto record = recordOf(report, {});
    QCOMPARE(record.product, std::string("Sketch Book"));
    QCOMPARE(record.version, std::string("2.1"));
    QCOMPARE(record.build, std::string("210"));
    event = std::make_shared<Event>(*event);
    event->kind = EventKind::AppleIps;
    event->details = {{"app_name", "Sketch"}, {"app_version", "2.2"}, {"build_version", "7"}};
    report.event = event;
    record = recordOf(report, {});
    QCOMPARE(record.product, std::string("Sketch"));
    QCOMPARE(record.version, std::string("2.2"));
    QCOMPARE(record.build, std::string("7"));
    event = std::make_shared<Event>(*event);
    const auto versionOf = [&](const std::string& text) {
        event = std::make_shared<Event>(*event);
        event->details = {{"Version", text}};
        report.event = event;
        const auto told = recordOf(report, {});
        return concat(told.version, '|', told.build);
    };
    QCOMPARE(versionOf("("), std::string("(|"));
    QCOMPARE(versionOf(" ()"), std::string("|"));
    QCOMPARE(versionOf("2.1 (beta) of May"), std::string("2.1 (beta) of May|"));
    QCOMPARE(versionOf("??? (\?\?\?)"), std::string("|"));
    QCOMPARE(versionOf("???"), std::string("|"));
}

void TestReportRecord::cutsHugeTexts()
{
    auto huge = sampleReport();
    auto event = std::make_shared<Event>(*huge.event);
    event->annotations.assign(
        3, {Annotation::Origin::Breakpad, "note", std::string(10 << 20, '\xff'), {}});
    huge.event = event;
    const auto record = recordOf(huge, {});
    QCOMPARE(record.annotations.size(), 3u);
    QVERIFY(record.annotations[0].second.size() < 200'000);
    QVERIFY(record.annotations[0].second.ends_with("…"));
}

void TestReportRecord::framesReadBack()
{
    const std::vector<RecordedFrame> frames{
        {.module = "m", .function = "f", .isOwn = true, .isGuess = true, .isInlined = true},
        {.module = {}, .function = {}},
        {.module = "sample.exe", .function = {}, .moduleOffset = 0x1011},
        {.module = "m", .function = "g", .file = "g.cpp", .line = 12}};
    QVERIFY(parseFrames(framesText(frames)) == frames);
    const auto hostile = parseFrames(framesText({{.module = "a\tb", .function = "c\nd\te"}}));
    QCOMPARE(hostile.size(), 1u);
    QCOMPARE(hostile[0].function, std::string("c d e"));
    QVERIFY(parseFrames("x\ty\tz\n\t\n").empty());
    QCOMPARE(parseFrames("@\ta.c\t1\n\tm\tf\n@\ta.c\t0\n@\ta.c\tx\n@\ta.c\n").size(), 1u);
    // The place of a frame that cannot be read is nobody else's.
    const std::vector<RecordedFrame> first{{.module = "m", .function = "f"}};
    QVERIFY(parseFrames("\tm\tf\n?\tm\tg\n@\ta.c\t7\n") == first);
}

void TestReportRecord::packsAndUnpacks()
{
    const auto packed = packReport(sampleReport(), Environment::Keep);
    QVERIFY(packed);
    const auto again = unpackReport(*packed, {}, {});
    QVERIFY2(again, again ? "" : again.error().detail.c_str());
    QCOMPARE(*again->stacks[0]->frames[1].position.function, std::string("scene::draw(int)"));
    QCOMPARE(again->event->asNative()->process.environment.size(), 1u);
}

void TestReportRecord::leavesTheEnvironmentOut()
{
    const auto packed = packReport(sampleReport(), Environment::LeaveOut);
    const auto again = unpackReport(*packed, {}, {});
    QVERIFY(again);
    QVERIFY(again->event->asNative()->process.environment.empty());
    QCOMPARE(again->event->crash.reason, std::string("SIGSEGV"));
}

void TestReportRecord::refusesDamagedPayloads()
{
    const auto packed = *packReport(sampleReport(), Environment::Keep);
    for (std::size_t size = 0; size < packed.size(); ++size)
        QVERIFY(unpackReport(*packed.slice(0, size), {}, {}).error().kind == ErrorKind::Malformed);
    ParseLimits limits;
    limits.maxReportBytes = 10;
    QVERIFY(unpackReport(packed, limits, {}).error().kind == ErrorKind::Malformed);
}

void TestReportRecord::releasesOfSentryAreVersions()
{
    auto event = std::make_shared<Event>();
    event->kind = EventKind::Jvm;
    event->detail = JvmEvent();
    event->details = {{"level", "error"}, {"release", "shop@4.1.2"}};
    Report report;
    report.event = event;
    const auto record = recordOf(report, {});
    QCOMPARE(record.product, std::string("shop"));
    QCOMPARE(record.version, std::string("4.1.2"));
}

QTEST_GUILESS_MAIN(TestReportRecord)
#include "tst_report_record.moc"
