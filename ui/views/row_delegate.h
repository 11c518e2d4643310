// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"
#include "ui/style/theme.h"

#include <QStyledItemDelegate>

namespace faultline::ui {

/// A tall row has a fact with a remark below it; in a row of two lines every cell has two.
enum class RowHeight { Normal, Dense, Tall, TwoLines };

/// Draws the cells of every table: tones, faces, badges, marks and second lines. The model says
/// what to draw, the theme says how.
class RowDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    RowDelegate(const Theme& theme, RowHeight height, QObject* parent = nullptr);

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    int rowHeight() const;
    /// Draws the ground and the line of a whole tall row, before its cells: their second lines
    /// continue below each other.
    void drawGround(QPainter& painter, const QRect& row, bool selected) const;
    /// The width at which the cell's text or badge is not cut.
    int cellWidth(const QModelIndex& index) const;
    /// Where the cell has the mark that opens its branch; empty without one.
    QRect branchRect(const QRect& cell, const QModelIndex& index) const;

private:
    /// The ground of one cell, where a model asks for one.
    void drawCellGround(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    int branchWidth(const QModelIndex& index) const;
    void drawBranch(QPainter& painter, const QRect& area, const QModelIndex& index) const;
    void
    drawText(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) const;
    /// The ground of a found text, and on a selected row its letters too.
    void drawMatch(QPainter& painter,
                   const QRect& area,
                   const QString& shown,
                   const QModelIndex& index,
                   bool selected) const;
    void drawTwoLines(QPainter& painter,
                      const QStyleOptionViewItem& option,
                      const QModelIndex& index) const;
    /// Of a row of two lines.
    void
    drawCell(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) const;
    void drawSecondLine(QPainter& painter,
                        const QRect& cell,
                        const QModelIndex& index,
                        bool selected) const;
    /// The width at which the second line is not cut.
    int secondLineWidth(const QModelIndex& index) const;
    void drawBars(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void drawAmount(QPainter& painter, const QRect& cell, int perMille) const;
    void drawBadge(QPainter& painter,
                   const QRect& cell,
                   const QModelIndex& index,
                   BadgeStyle style,
                   bool selected) const;
    void
    drawKeys(QPainter& painter, const QRect& cell, const QStringList& keys, bool selected) const;
    void drawMark(QPainter& painter, const QRect& cell, Mark mark) const;
    void drawPin(QPainter& painter, const QRect& cell, const QColor& colour) const;
    QColor toneColour(Tone tone, bool selected) const;
    QFont cellFont(const QModelIndex& index) const;

    /// Does the whole row have its ground drawn before its cells?
    bool hasGround() const
    {
        return m_height == RowHeight::Tall || m_height == RowHeight::TwoLines;
    }

    const Theme& m_theme;
    RowHeight m_height;
};

} // namespace faultline::ui
