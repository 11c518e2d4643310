// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/report.h"
#include "tests/support/byte_assembler.h"

#include <QTest>

using namespace faultline;
using namespace faultline::test;

/// Events with very many threads or frames, and the limits on them.
class TestManyFrames : public QObject
{
    Q_OBJECT

private slots:
    void everyThreadIsWalked();
    void deepStackIsKept();
    void budgetOfTheEventIsReported();
    void budgetOfTimeIsReported();
    void budgetOfAThreadIsReported();
};

namespace {

constexpr std::uint64_t kStack = 0x7f0000000000;
constexpr std::uint64_t kCode = 0x400000;
constexpr std::uint64_t kRecordBytes = 16;

/// Each thread has a chain of frame pointers, all in one module without symbols.
EventPtr eventWith(std::uint32_t threads, std::uint64_t frames)
{
    auto event = std::make_shared<Event>();
    event->system.os = OsFamily::Linux;
    event->system.arch = Arch::Amd64;
    auto& module = event->modules.emplace_back();
    module.address = kCode;
    module.sizeBytes = 0x10000;
    const auto stackBytes = (frames + 1) * kRecordBytes;
    ByteAssembler memory;
    for (std::uint32_t t = 0; t < threads; ++t) {
        const auto begin = kStack + t * stackBytes;
        auto& thread = event->threads.emplace_back();
        thread.id = t + 1;
        thread.stackBegin = begin;
        thread.stackEnd = begin + stackBytes;
        RegisterSet registers(CpuFamily::Intel64);
        registers.set(specialRegisters(CpuFamily::Intel64).pc, kCode + 0x10);
        registers.set(specialRegisters(CpuFamily::Intel64).sp, begin);
        registers.set(specialRegisters(CpuFamily::Intel64).fp, begin);
        thread.registers = registers;
        for (std::uint64_t i = 1; i < frames; ++i)
            memory.u64(begin + i * kRecordBytes).u64(kCode + 0x20);
        memory.u64(0).u64(0).u64(0).u64(0);
    }
    event->makeNative().memory = std::make_shared<const MemoryImage>(
        std::vector<MemoryRange>{{kStack, ByteView::fromVector(memory.finish()), false}},
        std::endian::little);
    return event;
}

ReportPtr reportOf(const EventPtr& event, const ParseLimits& limits = {})
{
    engine::EngineConfig config;
    config.limits = limits;
    engine::Engine engine(std::move(config), silentLog(), {});
    return engine.run(event, {}, {}).value_or(nullptr);
}

bool hasDiagnostic(const Report& report, std::string_view area, std::string_view text)
{
    return std::ranges::any_of(report.diagnostics, [=](const Diagnostic& diagnostic) {
        return diagnostic.area == area && diagnostic.text == text;
    });
}

} // namespace

void TestManyFrames::everyThreadIsWalked()
{
    const auto report = reportOf(eventWith(10000, 8));
    QVERIFY(report);
    QCOMPARE(report->stacks.size(), std::size_t{10000});
    for (const auto& stack : report->stacks) {
        QCOMPARE(stack->frames.size(), std::size_t{8});
        QCOMPARE(stack->end, StackEnd::ZeroFramePointer);
    }
}

void TestManyFrames::deepStackIsKept()
{
    const auto report = reportOf(eventWith(1, 100000));
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames.size(), std::size_t{100000});
    QVERIFY(report->stacks[0]->complete);
}

void TestManyFrames::budgetOfTheEventIsReported()
{
    ParseLimits limits;
    limits.maxFramesPerEvent = 20;
    const auto report = reportOf(eventWith(4, 8), limits);
    QVERIFY(report);
    std::size_t frames = 0;
    for (const auto& stack : report->stacks)
        frames += stack->frames.size();
    QCOMPARE(frames, std::size_t{20});
    const auto cut = std::ranges::count_if(
        report->stacks, [](const auto& stack) { return stack->end == StackEnd::FrameLimit; });
    QVERIFY(cut >= 1);
}

void TestManyFrames::budgetOfTimeIsReported()
{
    ParseLimits limits;
    limits.maxWalkTime = std::chrono::milliseconds(-1); // Over before it begins.
    const auto report = reportOf(eventWith(2, 8), limits);
    QVERIFY(report);
    for (const auto& stack : report->stacks) {
        QVERIFY(stack->frames.empty());
        QCOMPARE(stack->end, StackEnd::TimeLimit);
    }
    QVERIFY(hasDiagnostic(*report, "thread 0",
                          "stack is cut: walking the event's stacks took more than 0s"));
}

void TestManyFrames::budgetOfAThreadIsReported()
{
    ParseLimits limits;
    limits.maxFramesPerThread = 5;
    const auto report = reportOf(eventWith(1, 8), limits);
    QVERIFY(report);
    QCOMPARE(report->stacks[0]->frames.size(), std::size_t{5});
    QVERIFY(hasDiagnostic(*report, "thread 0", "stack is cut after 5 frames"));
}

QTEST_GUILESS_MAIN(TestManyFrames)
#include "tst_many_frames.moc"
