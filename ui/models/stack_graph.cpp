// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/stack_graph.h"

#include <algorithm>

namespace faultline::ui {

QString StackGraph::namesOf(const QList<int>& someThreads) const
{
    constexpr qsizetype kMost = 3;
    QStringList some;
    for (qsizetype i = 0; i < std::min(someThreads.size(), kMost); ++i)
        some.append(threadNames.value(someThreads.at(i)));
    const QString text = some.join(QStringLiteral(", "));
    return someThreads.size() > kMost ? text + QStringLiteral(" …") : text;
}

int StackGraph::nodeOf(int thread) const
{
    const auto in = [&](int node) {
        return std::ranges::binary_search(nodes.at(node).threads, thread);
    };
    const auto among = [&](const QList<int>& candidates) {
        const auto found = std::ranges::find_if(candidates, in);
        return found == candidates.end() ? -1 : *found;
    };
    int node = among(roots);
    for (int next = node; next >= 0; next = among(nodes.at(node).children))
        node = next;
    return node;
}

} // namespace faultline::ui
