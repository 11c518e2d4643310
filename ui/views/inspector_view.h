// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class RowView;

/// What the bytes of the row that is selected in Memory mean, in both byte orders.
class InspectorView final : public ReportView
{
    Q_OBJECT

public:
    explicit InspectorView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showColumns();
    void showRows();
    ViewState emptyState();

    RowView* m_rows;
    StatefulView* m_view;
};

} // namespace faultline::ui
