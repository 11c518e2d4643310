// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_graph_layout.h"

#include <algorithm>

namespace faultline::ui {

namespace {

QList<StackGraphLine> linesOf(const StackGraphNode& node, bool foldsSystem)
{
    QList<StackGraphLine> lines;
    bool wasSystem = false;
    for (int i = int(node.frames.size()) - 1; i >= 0; --i) {
        const bool isSystem = foldsSystem && !node.frames.at(i).isOwn;
        if (isSystem && wasSystem)
            ++lines.last().count;
        else
            lines.append({.frame = i, .count = 1});
        wasSystem = isSystem;
    }
    return lines;
}

/// Places the boxes from the last node to the first: a box stands in the middle of its children.
class GraphPlan
{
public:
    GraphPlan(const StackGraph& graph, const StackGraphSizes& sizes, bool foldsSystem)
        : m_graph(graph), m_sizes(sizes)
    {
        for (const StackGraphNode& node : graph.nodes)
            m_layout.lines.append(linesOf(node, foldsSystem));
        m_layout.boxes.resize(graph.nodes.size());
        m_spans.resize(graph.nodes.size());
    }

    StackGraphLayout make()
    {
        for (int i = int(m_graph.nodes.size()) - 1; i >= 0; --i)
            m_spans[i] = std::max(heightOf(i), childrenSpan(i));
        int top = 0;
        QList<int> tops(m_graph.nodes.size());
        for (const int root : m_graph.roots)
            tops[root] = std::exchange(top, top + m_spans.at(root) + m_sizes.rowGap);
        for (int i = 0; i < int(m_graph.nodes.size()); ++i)
            place(i, tops);
        return std::move(m_layout);
    }

private:
    int heightOf(int node) const
    {
        return m_sizes.header + int(m_layout.lines.at(node).size()) * m_sizes.line;
    }

    int childrenSpan(int node) const
    {
        int span = 0;
        for (const int child : m_graph.nodes.at(node).children)
            span += m_spans.at(child) + m_sizes.rowGap;
        return std::max(0, span - m_sizes.rowGap);
    }

    void place(int node, QList<int>& tops)
    {
        const StackGraphNode& value = m_graph.nodes.at(node);
        const int height = heightOf(node);
        const QRect box(value.level * (m_sizes.width + m_sizes.columnGap),
                        tops.at(node) + (m_spans.at(node) - height) / 2, m_sizes.width, height);
        m_layout.boxes[node] = box;
        m_layout.size = m_layout.size.expandedTo({box.right() + 1, box.bottom() + 1});
        int top = tops.at(node) + (m_spans.at(node) - childrenSpan(node)) / 2;
        for (const int child : value.children)
            tops[child] = std::exchange(top, top + m_spans.at(child) + m_sizes.rowGap);
    }

    const StackGraph& m_graph;
    StackGraphSizes m_sizes;
    StackGraphLayout m_layout;
    QList<int> m_spans; ///< The height of a node with everything right of it.
};

} // namespace

StackGraphLayout
layOutStackGraph(const StackGraph& graph, const StackGraphSizes& sizes, bool foldsSystem)
{
    return GraphPlan(graph, sizes, foldsSystem).make();
}

QList<IcicleBox> layOutIcicle(const StackGraph& graph, int root)
{
    QList<IcicleBox> boxes;
    const bool isWhole = root < 0 || root >= int(graph.nodes.size());
    const double all = double(isWhole ? graph.weight : graph.nodes.at(root).weight);
    if (all <= 0)
        return boxes;
    const int outer = isWhole ? 0 : graph.nodes.at(root).depth;
    QList<double> lefts(graph.nodes.size(), -1); // Below 0: not a part of it.
    const auto spread = [&](const QList<int>& nodes, double left) {
        for (const int node : nodes)
            lefts[node] = std::exchange(left, left + double(graph.nodes.at(node).weight) / all);
    };
    if (isWhole)
        spread(graph.roots, 0);
    else
        lefts[root] = 0;
    for (int i = 0; i < int(graph.nodes.size()); ++i) {
        const StackGraphNode& node = graph.nodes.at(i);
        if (lefts.at(i) < 0)
            continue;
        for (int frame = 0; frame < int(node.frames.size()); ++frame)
            boxes.append({.node = i,
                          .frame = frame,
                          .row = node.depth - outer + frame,
                          .left = lefts.at(i),
                          .width = double(node.weight) / all});
        spread(node.children, lefts.at(i));
    }
    return boxes;
}

} // namespace faultline::ui
