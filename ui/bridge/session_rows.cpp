#include "ui/bridge/session_rows.h"

#include "ui/bridge/frame_rows.h"
#include "ui/bridge/header_rows.h"
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

QList<ThreadRow> threadRows(const ReportState& state)
{
    QList<ThreadRow> rows;
    rows.reserve(qsizetype(state.event->threads.size()));
    for (std::uint32_t i = 0; i < state.event->threads.size(); ++i)
        rows.append(makeThreadRow(state, i));
    return rows;
}

QList<ModuleRow> moduleRows(const ReportState& state)
{
    QList<ModuleRow> rows;
    rows.reserve(qsizetype(state.event->modules.size()));
    for (std::uint32_t i = 0; i < state.event->modules.size(); ++i)
        rows.append(makeModuleRow(state, i));
    markModulesOfStack(rows, state);
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

} // namespace

SessionRows makeSessionRows(const RowsInput& input)
{
    SessionRows made;
    made.header = makeReportHeader(input.state, input.fileName);
    if (!input.state.event)
        return made;
    if (input.wish.threads)
        made.threads = threadRows(input.state);
    if (input.wish.modules)
        made.modules = moduleRows(input.state);
    if (input.wish.stack) {
        made.stack = {.thread = input.thread,
                      .frames = makeFrameRows(input.state, input.thread),
                      .end = makeStackEnd(input.state, input.thread)};
        reuseRows(made.stack->frames, input.shown);
    }
    return made;
}

bool isDeep(const ReportState& state, std::uint32_t thread)
{
    const ThreadStack* stack = state.stack(thread);
    return stack && stack->frames.size() > kManyFrames;
}

bool isLarge(const ReportState& state, std::uint32_t thread)
{
    return state.stacks.size() > kManyThreads || state.modules.size() > kManyModules ||
           isDeep(state, thread) || isDeep(state, state.mainThread());
}

RowMaker::RowMaker(std::function<void(SessionRows)> receiver) : m_receiver(std::move(receiver))
{
    m_address->target = &m_target;
}

RowMaker::~RowMaker()
{
    const std::lock_guard lock(m_address->mutex);
    m_address->target = nullptr;
}

void RowMaker::start(RowsInput input)
{
    m_isRunning = true;
    // Shared, because tasks of the pool must be copyable.
    auto shared = std::make_shared<const RowsInput>(std::move(input));
    QThreadPool::globalInstance()->start([this, address = m_address, shared]() mutable {
        auto made = std::make_shared<SessionRows>(makeSessionRows(*shared));
        shared.reset(); // Frees rows that are shown no more, which takes its time.
        const std::lock_guard lock(address->mutex);
        if (address->target)
            QMetaObject::invokeMethod(
                address->target, [this, made] { finish(std::move(*made)); }, Qt::QueuedConnection);
    });
}

void RowMaker::finish(SessionRows rows)
{
    m_isRunning = false;
    m_receiver(std::move(rows));
}

} // namespace faultline::ui
