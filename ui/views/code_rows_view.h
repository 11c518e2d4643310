// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/row_view.h"

namespace faultline::ui {

struct CodeRow;

/// Rows of instructions: headings over the whole width, grounds of the current instruction, and the
/// lines of jumps in the first column.
class CodeRowsView final : public RowView
{
    Q_OBJECT

public:
    explicit CodeRowsView(const Theme& theme, QWidget* parent = nullptr);

protected:
    void drawRow(QPainter* painter,
                 const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    bool isOneText(int row) const override;
    /// What happened at the crash is never cut.
    int wholeWidth(int column) const override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    const CodeRow* rowAt(int row) const;
    int rowIndex(const CodeRow& row) const;
    void drawHeading(QPainter& painter, const QRect& area, const CodeRow& row) const;
    void drawJumps(QPainter& painter, const QRect& area, const CodeRow& row) const;
    void drawCurrentMark(QPainter& painter, const QRect& area, const CodeRow& row) const;
};

} // namespace faultline::ui
