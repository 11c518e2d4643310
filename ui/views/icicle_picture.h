// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_graph_model.h"
#include "ui/views/node_view.h"

namespace faultline::ui {

/// Merged stacks as boxes below each other, outermost frames on top. The width of a box is its
/// share of the threads. The plus key zooms to a box, Backspace zooms out.
class IciclePicture final : public NodeView
{
    Q_OBJECT

public:
    explicit IciclePicture(const Theme& theme, QWidget* parent = nullptr);

    void setGraph(const std::shared_ptr<const StackGraph>& graph, QList<IcicleBox> boxes);
    void setCurrentThread(int thread);
    void find(const QString& text);

    StackGraphModel& boxes() { return m_model; }

    /// Counted from the outermost frame of the stack.
    int depthAt(int row) const;

Q_SIGNALS:
    /// The user wants to see a node and what is below it only; -1 means all.
    void zoomRequested(int node);

protected:
    QRect boxOf(int row) const override;
    QSize pictureSize() const override;
    int neighbour(int row, CursorAction action) const override;
    void paintPicture(QPainter& painter, const QRect& visible) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void drawBox(QPainter& painter, int row, const QRect& place) const;

    StackGraphModel m_model{StackGraphModel::Form::Icicle};
    int m_rows = 0;
    int m_thread = -1;
};

} // namespace faultline::ui
