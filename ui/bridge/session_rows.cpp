// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/session_rows.h"

#include "ui/bridge/best_stack.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/header_rows.h"
#include "ui/bridge/lock_rows.h"
#include "ui/bridge/module_rows.h"
#include "ui/bridge/thread_rows.h"

#include <QThreadPool>

#include <algorithm>
#include <memory>
#include <utility>

namespace faultline::ui {

namespace {

/// Making so many rows takes a few milliseconds.
constexpr std::size_t kManyFrames = 1000;
constexpr std::size_t kManyThreads = 300;
constexpr std::size_t kManyModules = 500;

/// A trace of the JVM that names no mapping has a module for one that may be chosen. Nothing is
/// missing while no frame looks as if it needed it.
bool isMereWish(const ReportState& state, const ModuleRow& row)
{
    const auto index = std::uint32_t(row.index);
    const EventModule& module = state.event->modules[index];
    const ModuleReport* report = state.module(index);
    const bool isNamed = module.codeId || module.debugId || module.codeFile;
    const bool isFound = report && report->debugStatus == ObjectFileStatus::Found;
    return state.event->kind == EventKind::Jvm && !isNamed && !isFound && row.frames == 0;
}

QList<ModuleRow> moduleRows(const ReportState& state, const TransferStates& transfers)
{
    QList<ModuleRow> rows;
    rows.reserve(qsizetype(state.event->modules.size()));
    for (std::uint32_t i = 0; i < state.event->modules.size(); ++i)
        rows.append(makeModuleRow(state, i, &transfers));
    countFrames(rows, state);
    rows.removeIf([&state](const ModuleRow& row) { return isMereWish(state, row); });
    return rows;
}

/// Models compare a row that is the same object as before at no cost.
void reuseRows(FrameRows& rows, const FrameRows& shown)
{
    const auto count = std::min(rows.size(), shown.size());
    for (qsizetype i = 0; i < count; ++i) {
        if (*rows.at(i) == *shown.at(i))
            rows[i] = shown.at(i);
    }
}

std::vector<StackJoin> joinStacks(RowsInput& input)
{
    for (StackJoin& join : input.joins) {
        join.best = join.earlier;
        for (const auto& later : join.later)
            join.best = bestStack(join.best, later);
        input.state.stacks.at(join.thread) = join.best;
    }
    return input.joins;
}

std::vector<std::size_t> countFrames(const ReportState& state, const ThreadStack* stack)
{
    std::vector<std::size_t> counts(state.event->modules.size());
    if (!stack)
        return counts;
    for (const Frame& frame : stack->frames) {
        if (!frame.isInlined && frame.module && *frame.module < counts.size())
            ++counts[*frame.module];
    }
    return counts;
}

SessionRows::Stack makeStackRows(const RowsInput& input)
{
    SessionRows::Stack made{.thread = input.thread,
                            .frames = makeFrameRows(input.state, input.thread),
                            .end = makeStackEnd(input.state, input.thread),
                            .laidOut = {.plan = input.plan, .change = {}},
                            .source = {},
                            .framesOfModule = {}};
    reuseRows(made.frames, input.shown);
    made.laidOut.change = rowsChange(
        input.entries, layOutStack(made.frames, made.end, input.plan.options, input.plan.unfolded));
    if (input.thread < input.state.stacks.size())
        made.source = input.state.stacks[input.thread];
    made.framesOfModule = countFrames(input.state, made.source.get());
    return made;
}

} // namespace

SessionRows makeSessionRows(RowsInput& input)
{
    SessionRows made;
    made.joins = joinStacks(input);
    made.header = makeReportHeader(input.state, input.fileName);
    if (!input.state.event)
        return made;
    if (input.wish.threads)
        made.threads = makeThreadRows(input.state);
    if (input.wish.threads)
        made.locks = makeLockRows(input.state);
    if (input.wish.modules)
        made.modules = moduleRows(input.state, input.transfers);
    if (input.wish.stack)
        made.stack = makeStackRows(input);
    return made;
}

bool isDeep(const ThreadStack* stack)
{
    return stack && stack->frames.size() > kManyFrames;
}

bool isDeep(const ReportState& state, std::uint32_t thread)
{
    return isDeep(state.stack(thread));
}

bool isLarge(const ReportState& state, std::uint32_t thread)
{
    return state.stacks.size() > kManyThreads || state.modules.size() > kManyModules ||
           isDeep(state, thread) || isDeep(state, state.mainThread());
}

RowMaker::RowMaker(std::function<void(SessionRows)> receiver) : m_receiver(std::move(receiver))
{
    m_mailbox->owner = this;
    connect(this, &RowMaker::made, this, &RowMaker::deliver, Qt::QueuedConnection);
}

RowMaker::~RowMaker()
{
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

void RowMaker::start(RowsInput input)
{
    m_isRunning = true;
    // Shared, because tasks of the pool must be copyable.
    auto shared = std::make_shared<RowsInput>(std::move(input));
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, shared]() mutable {
        auto rows = makeSessionRows(*shared);
        shared.reset(); // Frees rows that are shown no more, which takes its time.
        const std::lock_guard lock(mailbox->mutex);
        if (!mailbox->owner)
            return;
        mailbox->rows = std::move(rows);
        Q_EMIT mailbox->owner->made();
    });
}

void RowMaker::deliver()
{
    SessionRows rows;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        rows = std::exchange(m_mailbox->rows, {});
    }
    m_isRunning = false;
    m_receiver(std::move(rows));
}

} // namespace faultline::ui
