// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/parallel_stacks.h"

#include <QTest>

#include <initializer_list>

using namespace faultline;
using namespace faultline::insight;

namespace {

Frame frameAt(std::uint64_t function, bool isInlined = false)
{
    Frame frame;
    frame.module = 0;
    frame.isInlined = isInlined;
    frame.makeNative().symbolAddress = function;
    frame.makeNative().instructionAddress = function + 7;
    frame.position.function = std::to_string(function);
    return frame;
}

/// Adds a thread whose functions are given from the outermost one inwards.
void add(Report& report, std::initializer_list<std::uint64_t> functions)
{
    auto stack = std::make_shared<ThreadStack>();
    for (const auto function : functions)
        stack->frames.insert(stack->frames.begin(), frameAt(function));
    report.stacks.push_back(stack);
}

std::vector<std::uint32_t> threadsOf(const ParallelStacks& made, const StackRun& run)
{
    const auto from = made.threads.begin() + run.firstThread;
    return {from, from + run.threadCount};
}

} // namespace

class TestParallelStacks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sharedFramesAreOneRun();
    void aStackInsideAnotherEndsARun();
    void inlinedCallsAreRows();
    void unknownFunctionsDifferByAddress();
    void threadsWithoutStacksAreLeftOut();
    void manyThreadsAndDeepStacks();
    void callTreesAreMergedInstead();
};

void TestParallelStacks::sharedFramesAreOneRun()
{
    Report report;
    add(report, {1, 2, 3});
    add(report, {1, 2, 4, 5});
    add(report, {1, 2, 4, 6});
    add(report, {9});
    const auto made = parallelStacks(report);
    QCOMPARE(made.runs.size(), std::size_t(6));
    QCOMPARE(made.runs[0].rows, 2u);
    QCOMPARE(made.runs[0].threadCount, 3u);
    QVERIFY(!made.runs[0].parent);
    QCOMPARE(made.runs[1].parent, std::optional<std::uint32_t>(0)); // 4, of two threads.
    QCOMPARE(made.runs[1].depth, 2u);
    QCOMPARE(threadsOf(made, made.runs[1]), (std::vector<std::uint32_t>{1, 2}));
    QCOMPARE(made.runs[2].parent, std::optional<std::uint32_t>(1));
    QCOMPARE(made.runs[2].depth, 3u);
    QCOMPARE(made.runs[4].parent, std::optional<std::uint32_t>(0)); // 3
    QCOMPARE(threadsOf(made, made.runs[4]), std::vector<std::uint32_t>{0});
    QVERIFY(!made.runs[5].parent);
    QCOMPARE(threadsOf(made, made.runs[5]), std::vector<std::uint32_t>{3});
}

void TestParallelStacks::aStackInsideAnotherEndsARun()
{
    Report report;
    add(report, {1, 2, 3});
    add(report, {1, 2});
    const auto made = parallelStacks(report);
    QCOMPARE(made.runs.size(), std::size_t(2));
    QCOMPARE(made.runs[0].rows, 2u);
    QCOMPARE(threadsOf(made, made.runs[0]), (std::vector<std::uint32_t>{1, 0}));
    QCOMPARE(threadsOf(made, made.runs[1]), std::vector<std::uint32_t>{0});
}

void TestParallelStacks::inlinedCallsAreRows()
{
    Report report;
    for (int i = 0; i < 2; ++i) {
        auto stack = std::make_shared<ThreadStack>();
        stack->frames = {frameAt(i == 0 ? 30 : 31, true), frameAt(2), frameAt(1)};
        report.stacks.push_back(stack);
    }
    const auto made = parallelStacks(report);
    QCOMPARE(made.runs.size(), std::size_t(3));
    QCOMPARE(made.runs[0].rows, 2u);
    QCOMPARE(made.runs[1].rows, 1u);
}

void TestParallelStacks::unknownFunctionsDifferByAddress()
{
    Report report;
    for (const std::uint64_t address : {0x10, 0x10, 0x20}) {
        auto stack = std::make_shared<ThreadStack>();
        stack->frames.resize(1);
        stack->frames[0].makeNative().instructionAddress = address;
        report.stacks.push_back(stack);
    }
    const auto made = parallelStacks(report);
    QCOMPARE(made.runs.size(), std::size_t(2));
    QCOMPARE(made.runs[0].threadCount, 2u);
}

void TestParallelStacks::threadsWithoutStacksAreLeftOut()
{
    Report report;
    report.stacks.resize(2);
    report.stacks.push_back(std::make_shared<ThreadStack>());
    add(report, {1});
    const auto made = parallelStacks(report);
    QCOMPARE(made.runs.size(), std::size_t(1));
    QCOMPARE(made.threads, std::vector<std::uint32_t>{3});
    QVERIFY(parallelStacks(Report()).runs.empty());
}

/// Ten thousand threads, each with its own end, and one stack of a hundred thousand frames.
void TestParallelStacks::manyThreadsAndDeepStacks()
{
    constexpr std::uint32_t kThreads = 10'000;
    constexpr std::uint32_t kDeep = 100'000;
    Report report;
    for (std::uint32_t i = 0; i < kThreads; ++i)
        add(report, {1, 2, 3, 100 + i % 10, 1'000 + i});
    auto deep = std::make_shared<ThreadStack>();
    for (std::uint32_t i = 0; i < kDeep; ++i)
        deep->frames.push_back(frameAt(1'000'000 + i));
    report.stacks.push_back(deep);
    const auto made = parallelStacks(report);
    QCOMPARE(made.runs.size(), std::size_t(1 + 10 + kThreads + 1));
    QCOMPARE(made.threads.size(), std::size_t(kThreads + 1));
    QCOMPARE(made.runs[0].threadCount, kThreads);
    QCOMPARE(made.runs.back().rows, kDeep);
}

/// Two threads, of which the first goes two ways; the same function at two places is one row.
void TestParallelStacks::callTreesAreMergedInstead()
{
    Report report;
    add(report, {1, 2});
    add(report, {1, 2});
    const auto call = [](std::optional<std::uint32_t> caller, std::uint64_t weight,
                         std::uint64_t function) {
        return SampledCall{.caller = caller, .weight = weight, .frame = frameAt(function)};
    };
    CallTree first;
    first.calls = {call({}, 25, 1), call(0, 5, 2), call(0, 15, 3), call(0, 4, 2), call(1, 5, 4)};
    CallTree second;
    second.thread = 1;
    second.calls = {call({}, 10, 1), call(0, 10, 3)};
    report.samples = {std::make_shared<const CallTree>(first),
                      std::make_shared<const CallTree>(second)};
    const auto made = parallelStacks(report);
    QVERIFY(made.isSampled);
    QCOMPARE(made.threadCount, 2u);
    QCOMPARE(made.runs.size(), std::size_t(4));
    QCOMPARE(made.runs[0].weight, std::uint64_t(35));
    QCOMPARE(threadsOf(made, made.runs[0]), (std::vector<std::uint32_t>{0, 1}));
    QCOMPARE(made.runs[1].weight, std::uint64_t(25)); // 3, of both.
    QCOMPARE(made.frames[made.runs[1].firstFrame]->position.function, std::string("3"));
    QCOMPARE(made.runs[2].weight, std::uint64_t(9)); // 2, at two places.
    QCOMPARE(threadsOf(made, made.runs[2]), std::vector<std::uint32_t>{0});
    QCOMPARE(made.runs[3].weight, std::uint64_t(5)); // 4, only below one of them.
    QCOMPARE(made.runs[3].parent, std::optional<std::uint32_t>(2));
}

QTEST_GUILESS_MAIN(TestParallelStacks)

#include "tst_parallel_stacks.moc"
