// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_reshaping.h"

#include <QHash>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace faultline::ui {

namespace {

bool isSame(const StackGraphFrame& frame, const QString& function, const QString& module)
{
    return frame.function == function && frame.module == module;
}

struct Key
{
    int caller = -1;
    QString function;
    QString module;
    bool isInlined = false;

    bool operator==(const Key&) const = default;
};

std::size_t qHash(const Key& key, std::size_t seed = 0)
{
    return qHashMulti(seed, key.caller, key.function, key.module, key.isInlined);
}

/// Stacks frame by frame. Callers stand before what they call.
class FrameTree
{
public:
    struct Call
    {
        int caller = -1;
        StackGraphFrame frame;
        quint64 weight = 0;
        QList<int> threads;
        QList<int> callees;
    };

    /// What `caller` calls; -1 is the outermost.
    int call(int caller, const StackGraphFrame& frame)
    {
        const Key key{caller, frame.function, frame.module, frame.isInlined};
        const auto known = m_known.constFind(key);
        if (known != m_known.constEnd())
            return *known;
        const auto index = int(m_calls.size());
        m_known.insert(key, index);
        m_calls.append(
            {.caller = caller, .frame = frame, .weight = 0, .threads = {}, .callees = {}});
        (caller < 0 ? m_roots : m_calls[caller].callees).append(index);
        return index;
    }

    void count(int call, quint64 weight, const QList<int>& threads)
    {
        m_calls[call].weight += weight;
        m_calls[call].threads += threads;
    }

    /// The same as runs of frames that share their threads.
    std::shared_ptr<const StackGraph> graph(const StackGraph& like)
    {
        sumUp();
        auto graph = std::make_shared<StackGraph>();
        graph->unit = like.unit;
        graph->threadNames = like.threadNames;
        graph->threadPlaces = like.threadPlaces;
        QList<int> nodes(m_calls.size(), -1);
        for (int i = 0; i < int(m_calls.size()); ++i) {
            const Call& call = m_calls.at(i);
            const int above = call.caller < 0 ? -1 : nodes.at(call.caller);
            if (above >= 0 && isAlone(i)) {
                graph->nodes[above].frames.append(call.frame);
                nodes[i] = above;
            } else {
                nodes[i] = addNode(*graph, above, call);
            }
        }
        sortByWeight(*graph);
        return graph;
    }

private:
    /// Callees come after their callers, so that each has all of its own when it is added.
    void sumUp()
    {
        for (auto i = m_calls.size(); i-- > 0;) {
            Call& call = m_calls[i];
            std::ranges::sort(call.threads);
            call.threads.erase(std::ranges::unique(call.threads).begin(), call.threads.end());
            if (call.caller >= 0)
                count(call.caller, call.weight, call.threads);
        }
    }

    /// Does the caller call nothing else, and is it never the innermost?
    bool isAlone(int index) const
    {
        const Call& call = m_calls.at(index);
        const Call& caller = m_calls.at(call.caller);
        return caller.callees.size() == 1 && caller.weight == call.weight &&
               caller.threads == call.threads;
    }

    static int addNode(StackGraph& graph, int above, const Call& call)
    {
        const auto index = int(graph.nodes.size());
        StackGraphNode node;
        node.parent = above;
        node.frames = {call.frame};
        node.threads = call.threads;
        node.names = graph.namesOf(node.threads);
        node.weight = call.weight;
        for (const int thread : std::as_const(node.threads))
            node.place =
                std::min(node.place, graph.threadPlaces.value(thread, ThreadPlace::Unknown));
        if (above >= 0) {
            StackGraphNode& caller = graph.nodes[above];
            node.level = caller.level + 1;
            node.depth = caller.depth + int(caller.frames.size());
            caller.children.append(index);
        } else {
            graph.roots.append(index);
            graph.weight += node.weight;
            graph.threads += int(node.threads.size());
        }
        graph.nodes.append(std::move(node));
        return index;
    }

    static void sortByWeight(StackGraph& graph)
    {
        const auto weight = [&graph](int node) { return graph.nodes.at(node).weight; };
        std::ranges::stable_sort(graph.roots, std::greater(), weight);
        for (StackGraphNode& node : graph.nodes) {
            auto children = std::exchange(node.children, {});
            std::ranges::stable_sort(children, std::greater(), weight);
            node.children = std::move(children);
        }
    }

    QList<Call> m_calls;
    QList<int> m_roots;
    QHash<Key, int> m_known;
};

/// One step, frame by frame.
class Reshaper
{
public:
    explicit Reshaper(const Reshaping& step) : m_step(step) {}

    std::shared_ptr<const StackGraph> operator()(const StackGraph& graph)
    {
        QList<Place> ends;
        ends.reserve(graph.nodes.size());
        for (const StackGraphNode& node : graph.nodes) {
            Place place = node.parent < 0 ? Place() : ends.at(node.parent);
            for (const StackGraphFrame& frame : node.frames)
                advance(place, frame);
            ends.append(place);
            countOwn(graph, node, place);
        }
        return m_tree.graph(graph);
    }

private:
    struct Place
    {
        int call = -1;
        bool isOver = false;      ///< What follows is collapsed.
        bool isInLibrary = false; ///< The call is the collapsed library.
    };

    void advance(Place& place, const StackGraphFrame& frame)
    {
        const bool isIt = isSame(frame, m_step.function, m_step.module);
        switch (m_step.kind) {
        case ReshapeKind::FocusFunction:
            if (place.call >= 0 || isIt)
                place.call = m_tree.call(place.call, frame);
            return;
        case ReshapeKind::MergeFunction:
            if (!isIt)
                place.call = m_tree.call(place.call, frame);
            return;
        case ReshapeKind::CollapseFunction:
            if (!place.isOver)
                place.call = m_tree.call(place.call, frame);
            place.isOver = place.isOver || isIt;
            return;
        case ReshapeKind::CollapseLibrary: advanceInLibrary(place, frame);
        }
    }

    void advanceInLibrary(Place& place, const StackGraphFrame& frame)
    {
        const bool isIn = frame.module == m_step.module;
        if (isIn && place.isInLibrary)
            return;
        StackGraphFrame shown = frame;
        if (isIn) {
            shown.function = frame.module;
            shown.isInlined = false;
        }
        place.call = m_tree.call(place.call, shown);
        place.isInLibrary = isIn;
    }

    /// What the node has beside what is below it.
    void countOwn(const StackGraph& graph, const StackGraphNode& node, const Place& place)
    {
        if (place.call < 0)
            return;
        quint64 below = 0;
        QList<int> others;
        for (const int child : node.children) {
            below += graph.nodes.at(child).weight;
            others += graph.nodes.at(child).threads;
        }
        std::ranges::sort(others);
        QList<int> own;
        std::ranges::set_difference(node.threads, others, std::back_inserter(own));
        m_tree.count(place.call, node.weight - std::min(node.weight, below), own);
    }

    const Reshaping& m_step;
    FrameTree m_tree;
};

} // namespace

std::shared_ptr<const StackGraph> reshaped(std::shared_ptr<const StackGraph> graph,
                                           const QList<Reshaping>& steps)
{
    for (const Reshaping& step : steps)
        graph = Reshaper(step)(*graph);
    return graph;
}

int depthOfFrame(const StackGraph& graph, int thread, const StackGraphFrame& frame)
{
    int found = -1;
    for (int node = graph.nodeOf(thread); node >= 0; node = graph.nodes.at(node).parent) {
        const StackGraphNode& run = graph.nodes.at(node);
        for (int i = int(run.frames.size()) - 1; i >= 0; --i) {
            const StackGraphFrame& each = run.frames.at(i);
            const bool isLibrary = frame.function == frame.module && each.module == frame.module;
            if (isLibrary || isSame(each, frame.function, frame.module))
                found = run.depth + i;
        }
    }
    return found;
}

} // namespace faultline::ui
