// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/stack_graph_rows.h"

#include "core/engine/insight.h"
#include "ui/bridge/frame_rows.h"
#include "ui/bridge/thread_rows.h"

#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

StackGraphFrame frameOf(const ReportState& state, const Frame& frame)
{
    StackGraphFrame shown;
    const auto known = insight::knownFunction(state, frame);
    const QString offset = frameModuleOffset(state, frame);
    if (!known.empty())
        shown.function = toQString(insight::qualifiedName(known));
    else
        shown.function = offset.isEmpty() ? frameFunction(state, frame) : offset;
    if (frame.module && *frame.module < state.event->modules.size())
        shown.module = moduleName(state.event->modules[*frame.module]);
    shown.isOwn = insight::isOwnCode(state, frame) && !isPlumbing(known);
    shown.isInlined = frame.isInlined;
    return shown;
}

StackWeight weightOf(SampleUnit unit)
{
    switch (unit) {
    case SampleUnit::Samples: return StackWeight::Samples;
    case SampleUnit::Nanoseconds: return StackWeight::Nanoseconds;
    case SampleUnit::AllocatedBytes: return StackWeight::Bytes;
    case SampleUnit::Instructions: return StackWeight::Instructions;
    }
    return StackWeight::Samples;
}

QList<StackGraphFrame> framesOf(const ReportState& state,
                                const insight::ParallelStacks& merged,
                                const insight::StackRun& run)
{
    QList<StackGraphFrame> shown;
    for (std::uint32_t i = 0; i < run.rows; ++i)
        shown.append(frameOf(state, *merged.frames[run.firstFrame + i]));
    return shown;
}

} // namespace

std::shared_ptr<const StackGraph> makeStackGraph(const ReportState& state)
{
    auto graph = std::make_shared<StackGraph>();
    if (!state.event)
        return graph;
    const auto merged = insight::parallelStacks(state);
    const auto places = threadPlaces(state);
    graph->threadPlaces = QList<ThreadPlace>(places.begin(), places.end());
    for (std::size_t i = 0; i < state.event->threads.size(); ++i)
        graph->threadNames.append(threadName(state, std::uint32_t(i)));
    graph->threads = int(merged.threadCount);
    if (merged.isSampled)
        graph->unit = weightOf(state.samples.front()->unit);
    graph->nodes.reserve(qsizetype(merged.runs.size()));
    for (const insight::StackRun& run : merged.runs) {
        const auto index = int(graph->nodes.size());
        StackGraphNode node;
        node.depth = int(run.depth);
        for (std::uint32_t i = 0; i < run.threadCount; ++i)
            node.threads.append(int(merged.threads[run.firstThread + i]));
        std::ranges::sort(node.threads);
        for (const int thread : std::as_const(node.threads))
            node.place = std::min(node.place, graph->threadPlaces.at(thread));
        node.names = graph->namesOf(node.threads);
        node.weight = run.weight;
        node.frames = framesOf(state, merged, run);
        if (run.parent) {
            node.parent = int(*run.parent);
            node.level = graph->nodes.at(node.parent).level + 1;
            graph->nodes[node.parent].children.append(index);
        } else {
            graph->roots.append(index);
            graph->weight += run.weight;
        }
        graph->nodes.append(std::move(node));
    }
    return graph;
}

StackGraphMaker::StackGraphMaker(QObject* parent) : QObject(parent)
{
    m_mailbox->owner = this;
    connect(this, &StackGraphMaker::made, this, &StackGraphMaker::deliver, Qt::QueuedConnection);
}

StackGraphMaker::~StackGraphMaker()
{
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

void StackGraphMaker::request(const ReportState& state)
{
    if (m_isRunning)
        m_next = state;
    else
        start(state);
}

void StackGraphMaker::start(ReportState state)
{
    m_isRunning = true;
    // Shared, because tasks of the pool must be copyable.
    auto shared = std::make_shared<ReportState>(std::move(state));
    QThreadPool::globalInstance()->start([mailbox = m_mailbox, shared]() mutable {
        auto graph = makeStackGraph(*shared);
        shared.reset(); // Frees stacks that are shown no more.
        const std::lock_guard lock(mailbox->mutex);
        if (!mailbox->owner)
            return;
        mailbox->graph = std::move(graph);
        Q_EMIT mailbox->owner->made();
    });
}

void StackGraphMaker::deliver()
{
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_graph = std::exchange(m_mailbox->graph, nullptr);
    }
    m_isRunning = false;
    Q_EMIT changed();
    if (auto next = std::exchange(m_next, std::nullopt))
        start(*std::move(next));
}

} // namespace faultline::ui
