// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_graph_model.h"
#include "ui/views/node_view.h"

namespace faultline::ui {

/// Merged stacks as boxes, outermost frames left. The way to the current thread is in the accent
/// colour; boxes of a deadlock have a red edge, those behind a guess a dashed amber one.
class GraphPicture final : public NodeView
{
    Q_OBJECT

public:
    explicit GraphPicture(const Theme& theme, QWidget* parent = nullptr);

    void setGraph(const std::shared_ptr<const StackGraph>& graph, StackGraphLayout layout);
    /// The sizes for which a layout is to be made.
    StackGraphSizes sizes() const;
    void setZoom(int percent);

    int zoom() const { return m_zoom; }

    void setCurrentThread(int thread);
    /// Brings a box of the deadlock into sight, if there is one and the current thread is in none.
    void showDeadlock();
    void find(const QString& text);

    StackGraphModel& boxes() { return m_model; }

    /// The frame of the box's line that was pressed, otherwise of the line that the box is about.
    /// Counted from the outermost frame of the stack.
    int chosenDepth(int row) const;

Q_SIGNALS:
    void zoomChanged();

protected:
    QRect boxOf(int row) const override;
    QSize pictureSize() const override;
    int neighbour(int row, CursorAction action) const override;
    void paintPicture(QPainter& painter, const QRect& visible) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void drawLink(QPainter& painter, int parent, int node) const;
    void drawNode(QPainter& painter, int node) const;
    void drawHeader(QPainter& painter, int node, const QRect& place) const;
    void drawLine(QPainter& painter,
                  const StackGraphNode& node,
                  const StackGraphLine& line,
                  const QRect& row) const;
    QString foldedText(const StackGraphNode& node, const StackGraphLine& line) const;
    QFont scaled(QFont font) const;
    int sibling(int node, int step) const;

    StackGraphModel m_model{StackGraphModel::Form::Graph};
    StackGraphLayout m_layout;
    QSet<int> m_way; ///< The nodes that have the current thread.
    int m_thread = -1;
    int m_zoom = 100;
};

} // namespace faultline::ui
