// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/row_view.h"

namespace faultline::ui {

struct RegisterRow;

/// Rows of registers. The bits of flags stand beside each other, those that are set on a ground.
class RegisterRowsView final : public RowView
{
    Q_OBJECT

public:
    explicit RegisterRowsView(const Theme& theme, QWidget* parent = nullptr);

    const RegisterRow* rowAt(int row) const;

protected:
    void drawRow(QPainter* painter,
                 const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    bool isOneText(int row) const override;

private:
    void drawFlags(QPainter& painter, const QRect& area, const RegisterRow& row) const;
};

} // namespace faultline::ui
