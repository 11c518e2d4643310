// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_graph.h"

#include <QList>
#include <QString>

#include <memory>

namespace faultline::ui {

/// What a step does with the stacks that have its function or library.
enum class ReshapeKind {
    FocusFunction,    ///< Keeps them alone, from the function on.
    MergeFunction,    ///< Takes the function out; its callers call what it called.
    CollapseFunction, ///< Takes out what the function called.
    CollapseLibrary   ///< Makes one frame of each run of the library's.
};

struct Reshaping
{
    ReshapeKind kind = ReshapeKind::FocusFunction;
    QString function; ///< Empty of a library.
    QString module;

    bool operator==(const Reshaping&) const = default;
};

/// The stacks after these steps, one after the other. A collapsed library's frame has the module as
/// its function. Takes time linear in the frames, and in the threads of each.
std::shared_ptr<const StackGraph> reshaped(std::shared_ptr<const StackGraph> graph,
                                           const QList<Reshaping>& steps);

/// Where the thread's stack in `graph` has the frame of a reshaped graph, counted from the
/// outermost; -1 if it has none.
int depthOfFrame(const StackGraph& graph, int thread, const StackGraphFrame& frame);

} // namespace faultline::ui
