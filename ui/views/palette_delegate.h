// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/palette_model.h"
#include "ui/style/theme.h"

#include <QStyledItemDelegate>

namespace faultline::ui {

/// Draws the rows of the palette: titles of groups, and entries with the letters that were typed in
/// the colour of links.
class PaletteDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    PaletteDelegate(const Theme& theme, const PaletteModel& model, QObject* parent = nullptr);

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    int rowHeight(bool isTitle) const;

private:
    void drawTitle(QPainter& painter, const QRect& area, const QString& title) const;
    /// Returns the width of what stands at the right end.
    int
    drawEnd(QPainter& painter, const QRect& area, const PaletteEntry& entry, bool isSelected) const;
    /// Returns where the text ends.
    int
    drawText(QPainter& painter, const QRect& area, const PaletteRow& row, bool isSelected) const;

    const Theme& m_theme;
    const PaletteModel& m_model;
};

} // namespace faultline::ui
