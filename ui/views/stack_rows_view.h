// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/row_view.h"

namespace faultline::ui {

/// Rows of a stack. Banners, folds and ends extend over all columns.
class StackRowsView final : public RowView
{
    Q_OBJECT

public:
    explicit StackRowsView(const Theme& theme, QWidget* parent = nullptr);

protected:
    void drawRow(QPainter* painter,
                 const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    bool isOneText(int row) const override;

private:
    void drawBanner(QPainter& painter, const QRect& row, const QString& text) const;
    void drawEnd(QPainter& painter, const QRect& row, const QString& text) const;
    void drawFold(QPainter& painter, const QRect& row, const QString& text, bool selected) const;
};

} // namespace faultline::ui
