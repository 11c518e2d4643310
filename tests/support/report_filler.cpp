// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/report_filler.h"

namespace faultline::test {

namespace {

void pointToModule(std::vector<Frame>& frames)
{
    for (auto& frame : frames)
        frame.module = 1;
}

void pointToThread(CallTree& tree)
{
    tree.thread = 1;
    for (auto& call : tree.calls)
        call.frame.module = 1;
    tree.calls[0].caller.reset();
    tree.calls[1].caller = 0;
}

void pointToRow(FrameVariables& frame)
{
    frame.thread = 1;
    frame.row = 1;
    frame.variables[0].parent.reset();
    frame.variables[1].parent = 0;
}

void pointToThreads(WaitGraph& graph)
{
    for (auto& wait : graph.threads) {
        wait.thread = 1;
        wait.object = 1;
    }
    for (auto& object : graph.objects) {
        object.owner = 1;
        object.guessedOwner = 1;
    }
    for (auto& finding : graph.findings) {
        finding.threads = {0, 1};
        finding.objects = {1, 0};
    }
}

void pointToThreads(Report& report)
{
    for (auto& tree : report.samples) {
        CallTree changed = *tree;
        pointToThread(changed);
        tree = std::make_shared<const CallTree>(std::move(changed));
    }
    ReportVariables variables = *report.variables;
    for (auto& frame : variables.frames)
        pointToRow(frame);
    report.variables = std::make_shared<const ReportVariables>(std::move(variables));
    WaitGraph waits = *report.waits;
    pointToThreads(waits);
    report.waits = std::make_shared<const WaitGraph>(std::move(waits));
}

} // namespace

Report ReportFiller::makeReport()
{
    Report report;
    fill(report);
    Event event = *report.event;
    event.requestingThread = 1;
    for (auto& annotation : event.annotations)
        annotation.module = 1;
    for (auto& part : event.parts)
        part.firstModule = 1;
    for (auto& thread : event.threads) {
        pointToModule(*thread.givenFrames);
        thread.frameParts = {1, 2};
    }
    for (auto& tree : event.samples)
        pointToThread(tree);
    // One value that two frames share.
    (*event.threads[0].givenFrames)[1].carried = (*event.threads[0].givenFrames)[0].carried;
    report.event = std::make_shared<const Event>(std::move(event));
    for (std::uint32_t i = 0; i < report.stacks.size(); ++i) {
        ThreadStack stack = *report.stacks[i];
        stack.thread = i;
        pointToModule(stack.frames);
        report.stacks[i] = std::make_shared<const ThreadStack>(std::move(stack));
    }
    pointToThreads(report);
    return report;
}

void ReportFiller::fill(ByteView& bytes)
{
    bytes = ByteView::fromString("bytes number " + std::to_string(++m_count));
}

void ReportFiller::fill(DebugId& id)
{
    ++m_count;
    const std::array<std::uint8_t, 16> uuid{1, 2, 3, static_cast<std::uint8_t>(m_count)};
    id = m_count % 2 == 0 ? DebugId::fromUuid(uuid, m_count) : DebugId::fromPdb20(m_count, 0);
}

void ReportFiller::fill(CodeId& id)
{
    id = CodeId::fromPe(++m_count, 0x1000);
}

void ReportFiller::fill(RegisterSet& registers)
{
    registers = RegisterSet(CpuFamily::Arm64);
    registers.set(0, 0);
    registers.set(3, ++m_count);
    registers.set(5, ~std::uint64_t{0});
    registers.set(RegisterSet::kCapacity - 1, 1);
    registers.forget(5); // The value stays in place, because two sets are equal only with it.
}

void ReportFiller::fill(MemoryImage& memory)
{
    std::vector<MemoryRange> ranges(2);
    fill(ranges[0]);
    fill(ranges[1]);
    ranges[1].address = ranges[0].address + 0x1000;
    memory = MemoryImage(std::move(ranges), std::endian::big);
}

void ReportFiller::fill(CarriedFields& fields)
{
    fill<CarriedFields>(fields);
    fields.variablesJson = "{\"" + fields.variablesJson + "\":1}"; // Renderers write it as it is.
}

void ReportFiller::fill(Candidate& candidate)
{
    fill<Candidate>(candidate);
    candidate.fileType = "source"; // The only text that is one of a few words.
}

bool isSameMember(const ByteView& a, const ByteView& b)
{
    return a.text() == b.text();
}

bool isSameMember(const MemoryImage& a, const MemoryImage& b)
{
    return a.byteOrder() == b.byteOrder() && isSame(a.ranges(), b.ranges());
}

} // namespace faultline::test
