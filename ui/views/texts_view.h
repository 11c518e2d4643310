// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class RowView;

/// Texts behind the registers and the stack of the current frame. Enter leads to the memory there.
class TextsView final : public ReportView
{
    Q_OBJECT

public:
    explicit TextsView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;

private:
    void showRows();
    ViewState emptyState();

    RowView* m_rows;
    StatefulView* m_view;
};

} // namespace faultline::ui
