// SPDX-License-Identifier: GPL-3.0-or-later
// Hangs of Windows, from the bytes of their minidumps to the graph.
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/symbolicate/options/options.h"
#include "tests/support/crash_scene.h"
#include "tests/support/windows_hang.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace faultline;
using namespace faultline::test;

namespace {

enum class Names { Known, Unknown };

/// Which objects record who holds them, in the words of KnownWindowsHang::truth.
bool recordsHolder(const std::string& kind)
{
    return kind == "kernel-mutex" || kind == "section" || kind == "loader-lock" || kind == "join";
}

struct Truth
{
    std::map<std::uint64_t, std::pair<std::string, std::uint64_t>> waits; // By thread.
    std::vector<std::uint64_t> cycle;
};

Truth truthOf(const std::string& text)
{
    Truth truth;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        if (what == "wait") {
            std::uint64_t thread = 0;
            auto& wait = (words >> thread, truth.waits[thread]);
            words >> wait.first >> wait.second;
        } else {
            for (std::uint64_t thread = 0; words >> thread;)
                truth.cycle.push_back(thread);
        }
    }
    return truth;
}

} // namespace

class TestWindowsWaits : public QObject
{
    Q_OBJECT

private slots:
    void recordedOwnersAreExact_data();
    void recordedOwnersAreExact();
    void stacksAloneTellNoOwner_data();
    void stacksAloneTellNoOwner();
    void argumentsThatNobodyKeepsAreNone();
    void handlesOfNoListAreNone();
    void timesAreRead();

private:
    ReportPtr run(const WindowsHang& hang, WindowsHang::Memory memory, Names names);
    void addRows();

    QTemporaryDir m_folder;
};

ReportPtr TestWindowsWaits::run(const WindowsHang& hang, WindowsHang::Memory memory, Names names)
{
    const auto event = intake::readEvent(ByteView::fromVector(hang.dump(memory)), ParseLimits{});
    if (!event)
        return nullptr;
    engine::EngineConfig config;
    config.offline = true;
    symbolicate::SymbolicateOptions options;
    options.useLocalFiles = false;
    const std::filesystem::path folder = m_folder.filePath("symbols").toStdString();
    std::filesystem::remove_all(folder);
    if (names == Names::Known) {
        for (const auto& [path, text] : hang.symbols()) {
            std::filesystem::create_directories((folder / path).parent_path());
            std::ofstream(folder / path) << text;
        }
        config.sources.push_back(scene::filesystem("symbols", folder.string()));
    }
    engine::Engine engine(config, silentLog(), [](const engine::Notice&) {});
    const auto report = engine.run(*event, options, {});
    return report ? *report : nullptr;
}

void TestWindowsWaits::addRows()
{
    QTest::addColumn<int>("cpu");
    QTest::addColumn<int>("number");
    for (const auto cpu : {Cpu::Amd64, Cpu::X86, Cpu::Arm64}) {
        const auto* name = cpu == Cpu::Amd64 ? "x64" : cpu == Cpu::X86 ? "x86" : "arm64";
        const auto all = windowsHangs(cpu);
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::addRow("%s, %s", name, all[i].name.c_str()) << int(cpu) << int(i);
    }
}

void TestWindowsWaits::recordedOwnersAreExact_data()
{
    addRows();
}

void TestWindowsWaits::recordedOwnersAreExact()
{
    QFETCH(int, cpu);
    QFETCH(int, number);
    const auto all = windowsHangs(static_cast<Cpu>(cpu));
    const auto& known = all[std::size_t(number)];
    const auto truth = truthOf(known.truth);
    const auto report = run(known.hang, WindowsHang::Memory::Data, Names::Known);
    QVERIFY(report && report->waits);
    const auto& graph = *report->waits;
    const auto& threads = report->event->threads;
    for (const auto& wait : graph.threads) {
        const auto expected = truth.waits.find(*threads[wait.thread].id);
        if (expected == truth.waits.end())
            continue;
        const auto& [kind, holder] = expected->second;
        QCOMPARE(wait.state, WaitState::Waiting);
        QCOMPARE(wait.object.has_value(), kind != "any");
        if (!wait.object)
            continue;
        const auto& object = graph.objects[*wait.object];
        const bool isOwned = recordsHolder(kind) && holder != 0;
        QCOMPARE(ownerStateName(object.ownerState) == "thread", isOwned);
        QCOMPARE(object.owner.has_value(), isOwned);
        if (isOwned)
            QCOMPARE(*threads[*object.owner].id, holder);
    }
    QList<std::uint64_t> claimed;
    for (const auto& finding : graph.findings) {
        QVERIFY(finding.kind != WaitFindingKind::SelfDeadlock);
        QVERIFY(finding.kind != WaitFindingKind::PossibleDeadlock);
        if (finding.kind == WaitFindingKind::Deadlock) {
            for (const auto thread : finding.threads)
                claimed << *threads[thread].id;
        }
    }
    QCOMPARE(claimed, QList<std::uint64_t>(truth.cycle.begin(), truth.cycle.end()));
}

void TestWindowsWaits::stacksAloneTellNoOwner_data()
{
    addRows();
}

void TestWindowsWaits::stacksAloneTellNoOwner()
{
    QFETCH(int, cpu);
    QFETCH(int, number);
    const auto all = windowsHangs(static_cast<Cpu>(cpu));
    for (const auto names : {Names::Known, Names::Unknown}) {
        const auto report =
            run(all[std::size_t(number)].hang, WindowsHang::Memory::StacksOnly, names);
        QVERIFY(report && report->waits);
        for (const auto& object : report->waits->objects)
            QVERIFY(!object.owner);
        QVERIFY(report->waits->findings.empty() ||
                report->waits->findings[0].kind == WaitFindingKind::Convoy);
    }
}

/// On x64 and arm64 the registers may hold what the kernel left there.
void TestWindowsWaits::argumentsThatNobodyKeepsAreNone()
{
    for (const auto cpu : {Cpu::Amd64, Cpu::Arm64}) {
        WindowsHang hang(cpu);
        hang.forgetArguments();
        hang.waitFor(4100, hang.addMutex(4104));
        hang.waitFor(4104, hang.addMutex(4100));
        const auto report = run(hang, WindowsHang::Memory::Data, Names::Known);
        QVERIFY(report && report->waits);
        QVERIFY(report->waits->objects.empty());
        QCOMPARE(report->waits->threads[0].state, WaitState::Waiting);
    }
}

void TestWindowsWaits::handlesOfNoListAreNone()
{
    for (const auto cpu : {Cpu::Amd64, Cpu::X86, Cpu::Arm64}) {
        WindowsHang hang(cpu);
        hang.addMutex(4100);
        hang.waitFor(4100, 0x9000);
        hang.waitFor(4104, hang.addHandle("Key")); // Nobody can wait for a key of the registry.
        const auto report = run(hang, WindowsHang::Memory::Data, Names::Known);
        QVERIFY(report && report->waits);
        QVERIFY(report->waits->objects.empty());
    }
}

void TestWindowsWaits::timesAreRead()
{
    WindowsHang hang(Cpu::Amd64);
    hang.sleep(4100);
    const auto report = run(hang, WindowsHang::Memory::Data, Names::Known);
    QVERIFY(report);
    const auto& thread = report->event->threads.at(0);
    QCOMPARE(thread.userTime, std::optional<std::uint64_t>(41'000'000));
    QCOMPARE(thread.kernelTime, std::optional<std::uint64_t>(82'000'000));
    QCOMPARE(thread.name, std::optional<std::string>("worker-4100"));
    QCOMPARE(report->waits->threads.at(0).state, WaitState::Sleeping);
}

QTEST_GUILESS_MAIN(TestWindowsWaits)
#include "tst_windows_waits.moc"
