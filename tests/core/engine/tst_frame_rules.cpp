// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/native/frame_resolver.h"
#include "tests/support/crash_scene.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace faultline;
namespace scene = faultline::test::scene;

/// The treatment of given frames: where they are looked up, which of their fields are kept, and
/// which frames are dropped. Rules: docs/spec/native.md §§6.2, 7, 8.
class TestFrameRules : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void lookedUpAddress_data();
    void lookedUpAddress();
    void topFrameBehindARemovedSignalHandler();
    void relativeFramesAreShownAbsolute();
    void moduleAtZeroWantsRelativeFrames();
    void inlinedCallsGiveARowEach();
    void callsOfAReportHaveTheirOwnPlaces();
    void scanFramesThatLeadNowhereAreDropped();
    void scannedFrameThatTheChainConfirmsStays_data();
    void scannedFrameThatTheChainConfirmsStays();
    void droppedGuessesOfAWalkAreNamed();
    void unknownFrameBehindStartIsDropped_data();
    void unknownFrameBehindStartIsDropped();
    void unresolvedFramesAreDemangled_data();
    void unresolvedFramesAreDemangled();
    void packageIsTheModules();
    void crashedFunction_data();
    void crashedFunction();
    void symbolicatedFramesLoseGivenTexts();
    void relativeFrameOfNoModule();

private:
    ReportPtr run(const std::shared_ptr<Event>& event) const
    {
        const auto report = m_engine->run(event, {}, {});
        return report ? *report : nullptr;
    }

    /// Rows of the first thread.
    std::vector<Frame> rows(const std::shared_ptr<Event>& event) const
    {
        return run(event)->stacks[0]->frames;
    }

    std::vector<Frame> rows(std::vector<Frame> frames) const
    {
        return rows(scene::event(std::move(frames)));
    }

    QTemporaryDir m_dir;
    std::unique_ptr<engine::Engine> m_engine;
};

namespace {

constexpr std::uint64_t kUnknown = 0x10;

QString text(const std::optional<std::string>& value)
{
    return value ? QString::fromStdString(*value) : QString("absent");
}

QString nameOf(const Frame& frame)
{
    return text(frame.position.function);
}

Frame frameWith(std::uint64_t address, FrameTrust trust)
{
    auto frame = scene::frame(address);
    frame.trust = trust;
    return frame;
}

} // namespace

void TestFrameRules::initTestCase()
{
    const auto path = std::filesystem::path(m_dir.path().toStdString()) / scene::kSymbolPath;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << scene::symbolFile("FILE 0 /src/app.c\n"
                                             "INLINE_ORIGIN 0 inner\n"
                                             "FUNC 1000 100 0 _Z4mainv\n"
                                             "1000 100 10 0\n"
                                             "FUNC 1100 100 0 outer\n"
                                             "INLINE 0 31 0 0 1140 20\n"
                                             "1100 40 30 0\n"
                                             "1140 20 77 0\n"
                                             "1160 a0 32 0\n"
                                             "FUNC 1200 100 0 _start\n"
                                             "1200 100 0 0\n");
    engine::EngineConfig config;
    config.sources = {scene::filesystem("s", m_dir.path().toStdString())};
    config.computeThreads = 2;
    m_engine = std::make_unique<engine::Engine>(config, silentLog(), nullptr);
}

void TestFrameRules::lookedUpAddress_data()
{
    using Adjust = std::optional<bool>;
    QTest::addColumn<std::optional<bool>>("first");
    QTest::addColumn<std::optional<bool>>("second");
    QTest::addColumn<quint64>("firstOffset");
    QTest::addColumn<quint64>("secondOffset");
    QTest::newRow("nothing said") << Adjust() << Adjust() << quint64{0x10} << quint64{0x1f};
    QTest::newRow("first says yes") << Adjust(true) << Adjust() << quint64{0xf} << quint64{0x1f};
    QTest::newRow("first says no") << Adjust(false) << Adjust() << quint64{0x10} << quint64{0x1f};
    QTest::newRow("second says no, so the first does it")
        << Adjust() << Adjust(false) << quint64{0xf} << quint64{0x20};
}

void TestFrameRules::lookedUpAddress()
{
    QFETCH(std::optional<bool>, first);
    QFETCH(std::optional<bool>, second);
    QFETCH(quint64, firstOffset);
    QFETCH(quint64, secondOffset);
    auto top = scene::frame(scene::kBase + 0x1010);
    auto caller = scene::frame(scene::kBase + 0x1120);
    top.carried = share({.adjust = first});
    caller.carried = share({.adjust = second});
    const auto frames = rows({top, caller});
    QCOMPARE(frames.size(), std::size_t{2});
    QCOMPARE(frames[0].asNative()->instructionAddress, scene::kBase + 0x1000 + firstOffset);
    QCOMPARE(frames[1].asNative()->instructionAddress, scene::kBase + 0x1100 + secondOffset);
    QCOMPARE(frames[0].asNative()->pc, scene::kBase + 0x1010);
    QCOMPARE(*frames[1].asNative()->symbolAddress, scene::kBase + 0x1100);
}

void TestFrameRules::topFrameBehindARemovedSignalHandler()
{
    auto event = scene::event();
    event->makeNative().signal = 11;
    event->threads[0].givenRegisters = {{"rip", 0x9999}};
    QCOMPARE(rows(event)[0].asNative()->instructionAddress, scene::kBase + 0x100f);
    event->makeNative().signal = 7; // Linux SIGBUS is not among the numbers compared.
    QCOMPARE(rows(event)[0].asNative()->instructionAddress, scene::kBase + 0x1010);
}

void TestFrameRules::relativeFramesAreShownAbsolute()
{
    auto frame = scene::frame(0x1010);
    frame.makeNative().relativeTo = 0;
    const auto frames = rows({frame});
    QCOMPARE(nameOf(frames[0]), QString("main()"));
    QCOMPARE(frames[0].asNative()->instructionAddress, scene::kBase + 0x1010);
    QVERIFY(!frames[0].asNative()->relativeTo);
}

void TestFrameRules::moduleAtZeroWantsRelativeFrames()
{
    auto relative = scene::frame(0x1121);
    relative.makeNative().relativeTo = 0;
    auto event = scene::event({scene::frame(0x1010), relative});
    event->modules[0].address = 0;
    const auto frames = rows(event);
    QCOMPARE(frames[0].status, FrameStatus::MissingSymbol);
    QCOMPARE(nameOf(frames[1]), QString("outer"));
    QCOMPARE(frames[1].asNative()->instructionAddress, std::uint64_t{0x1121}); // Never adjusted.
    QCOMPARE(*frames[1].asNative()->relativeTo, 0u);
    QCOMPARE(*frames[1].asNative()->symbolAddress, std::uint64_t{0x1100});
}

void TestFrameRules::inlinedCallsGiveARowEach()
{
    const auto frames = rows({scene::frame(scene::kBase + 0x1150)});
    QCOMPARE(frames.size(), std::size_t{2});
    QCOMPARE(nameOf(frames[0]), QString("inner"));
    QVERIFY(frames[0].isInlined && !frames[0].asNative()->symbolAddress);
    QCOMPARE(*frames[0].position.line, 77u);
    QCOMPARE(nameOf(frames[1]), QString("outer"));
    QVERIFY(!frames[1].isInlined && frames[1].asNative()->symbolAddress);
    QCOMPARE(*frames[1].position.line, 31u);
    QCOMPARE(frames[1].originalIndex, frames[0].originalIndex);
}

/// A text lists two calls at one address, which nothing resolves.
void TestFrameRules::callsOfAReportHaveTheirOwnPlaces()
{
    auto frame = scene::frame(kUnknown);
    frame.position.file = "a.swift";
    frame.position.absPath = "/src/a.swift";
    frame.position.line = 12;
    frame.makeNative().reported = {
        ReportedSymbol{.function = "inner", .functionOffset = {}, .file = "b.swift", .line = 9},
        ReportedSymbol{.function = "outer", .functionOffset = {}, .file = "a.swift", .line = 12}};
    const auto found = rows({frame});
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(nameOf(found[0]), QString("inner"));
    QCOMPARE(text(found[0].position.file), QString("b.swift"));
    QCOMPARE(*found[0].position.line, 9u);
    QVERIFY(!found[0].position.absPath);
    QCOMPARE(nameOf(found[1]), QString("outer"));
    QCOMPARE(text(found[1].position.absPath), QString("/src/a.swift"));
    QCOMPARE(*found[1].position.line, 12u);
}

void TestFrameRules::scanFramesThatLeadNowhereAreDropped()
{
    constexpr std::uint64_t kNoSymbol = scene::kBase + 0x9000;
    auto event =
        scene::event({scene::frame(scene::kBase + 0x1010), frameWith(kNoSymbol, FrameTrust::Scan),
                      frameWith(kUnknown, FrameTrust::Scan), frameWith(kNoSymbol, FrameTrust::Cfi),
                      frameWith(scene::kBase + 0x1121, FrameTrust::Scan),
                      frameWith(0x900000, FrameTrust::Scan)});
    auto missing = scene::module();
    missing.address = 0x8f0000;
    missing.sizeBytes = 0x20000;
    missing.debugId = DebugId::parseBreakpad(scene::kOtherBreakpadId);
    event->modules.push_back(missing);
    std::vector<std::uint32_t> kept;
    for (const auto& frame : rows(event))
        kept.push_back(frame.originalIndex);
    QCOMPARE(kept, (std::vector<std::uint32_t>{0, 3, 4, 5}));
}

/// A walk finds two guesses: code made at run time, which has no name, then a function.
void TestFrameRules::droppedGuessesOfAWalkAreNamed()
{
    constexpr std::uint64_t kStack = 0x70000;
    constexpr std::uint64_t kGenerated = 0x600000;
    auto event = scene::event({});
    event->system.arch = Arch::Amd64;
    event->system.os = OsFamily::Linux;
    auto& thread = event->threads[0];
    thread.givenFrames.reset();
    thread.stackBegin = kStack;
    thread.stackEnd = kStack + 64;
    RegisterSet registers(CpuFamily::Intel64);
    const auto special = specialRegisters(CpuFamily::Intel64);
    registers.set(special.pc, scene::kBase + 0x1010);
    registers.set(special.sp, kStack);
    thread.registers = registers;
    std::vector<std::byte> stack(64);
    const auto put = [&](std::size_t offset, std::uint64_t value) {
        for (std::size_t i = 0; i < 8; ++i)
            stack[offset + i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    };
    put(8, kGenerated + 8);
    put(24, scene::kBase + 0x1121);
    std::vector<std::byte> code(8, std::byte{0x90});
    code[6] = std::byte{0xff}; // call rax
    code[7] = std::byte{0xd0};
    event->makeNative().memory = std::make_shared<MemoryImage>(
        std::vector<MemoryRange>{{kStack, ByteView::fromVector(stack), false},
                                 {kGenerated, ByteView::fromVector(code), false}},
        std::endian::little);
    MemoryRegion region;
    region.executable = true;
    for (const auto address : {scene::kBase, kGenerated}) {
        region.address = address;
        region.sizeBytes = 0x10000;
        event->makeNative().memoryMap.push_back(region);
    }
    const auto report = run(event);
    const auto& shown = *report->stacks[0];
    QCOMPARE(shown.frames.size(), std::size_t{2});
    QCOMPARE(shown.frames[1].originalIndex, std::uint32_t{2});
    QVERIFY2(shown.endNote.ends_with("frame 1 at 0x600008 is a guess without a name and left out"),
             shown.endNote.c_str());
}

void TestFrameRules::scannedFrameThatTheChainConfirmsStays_data()
{
    QTest::addColumn<int>("end");
    QTest::addColumn<int>("framesAfter");
    QTest::addColumn<bool>("stays");
    const auto row = [](const char* name, StackEnd end, int framesAfter, bool stays) {
        QTest::newRow(name) << static_cast<int>(end) << framesAfter << stays;
    };
    row("unwind data lead to the outermost frame", StackEnd::UnwindData, 2, true);
    row("one frame proves little", StackEnd::UnwindData, 1, false);
    row("the walk ended elsewhere", StackEnd::NotFound, 3, false);
}

/// The first word was scanned and has no name; the frames after it were found by unwind data.
void TestFrameRules::scannedFrameThatTheChainConfirmsStays()
{
    QFETCH(int, end);
    QFETCH(int, framesAfter);
    QFETCH(bool, stays);
    std::vector<unwind::WalkedFrame> frames(2 + static_cast<std::size_t>(framesAfter));
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].pc = frames[i].lookupAddress = 0x600000 + i * 16;
        frames[i].trust = i == 0   ? FrameTrust::Context
                          : i == 1 ? FrameTrust::Scan
                                   : FrameTrust::Cfi;
    }
    const symbolicate::ModuleTable modules({});
    const std::vector<symbolicate::ModuleSymbols> symbols;
    demangling::DemangleCache names;
    const symbolicate::FrameResolver resolver(modules, symbols, names);
    const auto resolved = resolver.resolveThread(frames, static_cast<StackEnd>(end));
    QCOMPARE(resolved.rows.size() == frames.size(), stays);
    QCOMPARE(resolved.leftOut.empty(), stays);
}

void TestFrameRules::unknownFrameBehindStartIsDropped_data()
{
    QTest::addColumn<quint64>("before");
    QTest::addColumn<quint64>("after");
    QTest::addColumn<int>("rowCount");
    QTest::newRow("behind _start") << quint64{0x1210} << quint64{kUnknown} << 1;
    QTest::newRow("behind another") << quint64{0x1010} << quint64{kUnknown} << 2;
    QTest::newRow("known module") << quint64{0x1210} << quint64{scene::kBase + 0x9000} << 2;
}

void TestFrameRules::unknownFrameBehindStartIsDropped()
{
    QFETCH(quint64, before);
    QFETCH(quint64, after);
    QFETCH(int, rowCount);
    const auto frames = rows({scene::frame(scene::kBase + before), scene::frame(after)});
    QCOMPARE(frames.size(), static_cast<std::size_t>(rowCount));
}

void TestFrameRules::unresolvedFramesAreDemangled_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("symbol");
    QTest::addColumn<QString>("functionAfter");
    QTest::addColumn<QString>("symbolAfter");
    QTest::newRow("mangled function") << "_ZN3foo3barEv" << "" << "foo::bar()" << "_ZN3foo3barEv";
    QTest::newRow("mangled symbol") << "" << "_ZN3foo3barEv" << "foo::bar()" << "_ZN3foo3barEv";
    QTest::newRow("plain function") << "plain" << "" << "plain" << "absent";
    QTest::newRow("Objective-C method") << "-[Foo bar:]" << "" << "-[Foo bar:]" << "-[Foo bar:]";
    QTest::newRow("both given") << "_ZN3foo3barEv" << "x" << "_ZN3foo3barEv" << "x";
}

void TestFrameRules::unresolvedFramesAreDemangled()
{
    QFETCH(QString, function);
    QFETCH(QString, symbol);
    QFETCH(QString, functionAfter);
    QFETCH(QString, symbolAfter);
    auto frame = scene::frame(kUnknown);
    if (!function.isEmpty())
        frame.position.function = function.toStdString();
    if (!symbol.isEmpty())
        frame.makeNative().symbol = symbol.toStdString();
    const auto frames = rows({frame});
    QCOMPARE(frames[0].status, FrameStatus::UnknownImage);
    QCOMPARE(text(frames[0].position.function), functionAfter);
    QCOMPARE(text(frames[0].asNative()->symbol), symbolAfter);
}

void TestFrameRules::crashedFunction_data()
{
    QTest::addColumn<quint64>("first");
    QTest::addColumn<QString>("expected");
    QTest::newRow("the first frame's") << quint64{scene::kBase + 0x1110} << "outer";
    QTest::newRow("behind a jump to nowhere") << quint64{kUnknown} << "main()";
    QTest::newRow("the first frame has no name") << quint64{scene::kBase + 0x900} << "absent";
}

/// The name of a caller would blame the wrong function.
void TestFrameRules::crashedFunction()
{
    QFETCH(quint64, first);
    const auto event = scene::event({scene::frame(first), scene::frame(scene::kBase + 0x1010)});
    event->requestingThread = 0;
    QTEST(text(run(event)->crashedFunction), "expected");
}

void TestFrameRules::packageIsTheModules()
{
    std::vector<Frame> given{scene::frame(scene::kBase + 0x1010), scene::frame(kUnknown)};
    for (auto& frame : given)
        frame.makeNative().package = "given";
    auto event = scene::event(given);
    auto frames = rows(event);
    QCOMPARE(text(frames[0].asNative()->package), QString("/opt/app"));
    QCOMPARE(text(frames[1].asNative()->package), QString("given"));
    event->modules[0].codeFile.reset();
    QCOMPARE(text(rows(event)[0].asNative()->package), QString("absent"));
}

void TestFrameRules::symbolicatedFramesLoseGivenTexts()
{
    auto frame = scene::frame(scene::kBase + 0x1010);
    frame.position.function = "given";
    frame.position.context.line = "given";
    frame.inApp = true;
    frame.carried = share({.platform = "native"});
    const auto row = rows({frame})[0];
    QCOMPARE(nameOf(row), QString("main()"));
    QCOMPARE(text(row.asNative()->symbol), QString("_Z4mainv"));
    QCOMPARE(text(row.carried->platform), QString("native"));
    QVERIFY(!row.position.context.line && !row.inApp);
    QCOMPARE(text(row.position.absPath), QString("/src/app.c"));
    QCOMPARE(text(row.position.file), QString("app.c"));
}

void TestFrameRules::relativeFrameOfNoModule()
{
    auto frame = scene::frame(0x1010);
    frame.makeNative().relativeTo = 4'000'000'000u;
    const auto frames = rows({frame});
    QCOMPARE(frames[0].status, FrameStatus::UnknownImage);
}

QTEST_GUILESS_MAIN(TestFrameRules)
#include "tst_frame_rules.moc"
