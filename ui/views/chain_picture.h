// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/chain_model.h"
#include "ui/views/node_view.h"

namespace faultline::ui {

/// Threads as boxes, with an arrow from each to the holder of what it waits for. Above the arrow
/// stands what that is, below it the word of memory that names the holder.
class ChainPicture final : public NodeView
{
    Q_OBJECT

public:
    explicit ChainPicture(const Theme& theme, QWidget* parent = nullptr);

    void setBoxes(const QList<ChainBoxRow>& boxes);
    /// The height at which no line of boxes is out of sight.
    int contentHeight() const;

    const ChainModel& boxes() const { return m_model; }

protected:
    QRect boxOf(int row) const override;
    QSize pictureSize() const override;
    void paintPicture(QPainter& painter, const QRect& visible) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void drawBox(QPainter& painter, const ChainBoxRow& box) const;
    void drawArrow(QPainter& painter, const ChainBoxRow& box) const;
    void drawStraight(QPainter& painter,
                      const ChainBoxRow& box,
                      const QRect& from,
                      const QRect& to) const;
    void
    drawAround(QPainter& painter, const ChainBoxRow& box, const QRect& from, const QRect& to) const;
    void drawLabel(QPainter& painter, const ChainBoxRow& box, const QRect& area, int middle) const;
    void drawHead(QPainter& painter, QPoint tip, QPoint direction) const;
    QColor edgeColour(const ChainBoxRow& box) const;

    ChainModel m_model;
    QList<QRect> m_places;
    QSize m_size;
};

} // namespace faultline::ui
