// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_graph.h"

#include <QRect>
#include <QRectF>

namespace faultline::ui {

/// A line of a box: one frame, or several frames of the system that are folded.
struct StackGraphLine
{
    int frame = 0; ///< Index into the node's frames; of folded ones the innermost.
    int count = 1; ///< More than one frame is folded.

    bool operator==(const StackGraphLine&) const = default;
};

/// Sizes in pixels.
struct StackGraphSizes
{
    int width = 0;
    int header = 0;
    int line = 0;
    int columnGap = 0;
    int rowGap = 0;
};

/// Where each box of the graph stands. Outermost frames stand left; within a box the innermost
/// frame stands on top.
struct StackGraphLayout
{
    QList<QRect> boxes;                 ///< In the order of the nodes.
    QList<QList<StackGraphLine>> lines; ///< Of each box, from its top.
    QSize size;
};

/// Takes time linear in the frames.
StackGraphLayout
layOutStackGraph(const StackGraph& graph, const StackGraphSizes& sizes, bool foldsSystem);

/// A frame of the icicle, whose width is its share of the threads, or of what a sampler counted.
struct IcicleBox
{
    int node = 0;
    int frame = 0;   ///< Index into the node's frames.
    int row = 0;     ///< 0 is the outermost.
    double left = 0; ///< Share of the whole width.
    double width = 0;
};

/// Below `root`, or of all threads with -1: the frames in rows, parents before children. Takes time
/// linear in the frames.
QList<IcicleBox> layOutIcicle(const StackGraph& graph, int root);

} // namespace faultline::ui
