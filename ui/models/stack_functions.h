// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_graph.h"

namespace faultline::ui {

/// A function that another one calls, or is called by.
struct StackLink
{
    int function = 0;   ///< Index into the list of functions.
    quint64 weight = 0; ///< Of the stacks in which one calls the other.

    bool operator==(const StackLink&) const = default;
};

/// One function of a graph, wherever it stands.
struct StackFunction
{
    StackGraphFrame frame;
    quint64 weight = 0; ///< Of the stacks that it is in, each once.
    quint64 onTop = 0;  ///< Of those that end in it.
    bool isInDeadlock = false;
    QList<StackLink> callers; ///< The heaviest first, as `callees`.
    QList<StackLink> callees;
};

/// Every function of the graph, the heaviest first. Takes time linear in the frames, apart from
/// sorting.
QList<StackFunction> functionsOf(const StackGraph& graph);

} // namespace faultline::ui
