// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

class QLineEdit;

namespace faultline::ui {

class RowView;

/// The variables of the current frame with their values, and a line for expressions. Parts are read
/// when they are opened.
class LocalsView final : public ReportView
{
    Q_OBJECT

public:
    explicit LocalsView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildContent();
    void applyTheme();
    void showValues();
    void showColumns();
    QString noVariables(FrameRow::Key frame) const;
    void evaluate();
    ViewState emptyState();

    RowView* m_rows;
    QLineEdit* m_expression;
    StatefulView* m_rowsView; ///< Below the field for expressions.
    StatefulView* m_view;
};

} // namespace faultline::ui
