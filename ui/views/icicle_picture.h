// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/stack_graph_model.h"
#include "ui/models/stack_reshaping.h"
#include "ui/views/node_view.h"

#include <optional>

namespace faultline::ui {

/// Merged stacks as boxes below each other, outermost frames on top. The width of a box is its
/// share of the threads. The plus key zooms to a box; F, M, C and Shift+C leave out what is not
/// looked for; Backspace takes the last of these steps back. W and S scroll.
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
    const StackGraphFrame& frameAt(int row) const;
    /// The row of a function's widest box; -1 without one.
    int widestBox(const QString& function, const QString& module) const;
    /// The step of this kind for a row's function or library; none without a library.
    std::optional<Reshaping> stepAt(int row, ReshapeKind kind) const;

Q_SIGNALS:
    /// The user wants to see a node and what is below it only.
    void zoomRequested(int node);
    void reshapeRequested(const faultline::ui::Reshaping& step);
    void stepBackRequested();

protected:
    QRect boxOf(int row) const override;
    QSize pictureSize() const override;
    int neighbour(int row, CursorAction action) const override;
    void paintPicture(QPainter& painter, const QRect& visible) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void returnTo(const StackGraphFrame& frame, int row);
    bool takeLetter(const QKeyEvent& event);
    void drawBox(QPainter& painter, int row, const QRect& place) const;

    StackGraphModel m_model{StackGraphModel::Form::Icicle};
    int m_rows = 0;
    int m_thread = -1;
};

} // namespace faultline::ui
