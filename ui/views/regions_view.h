// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class FooterBar;
class RowView;

/// The map of the address space: regions with their owners, and the gaps between them.
class RegionsView final : public ReportView
{
    Q_OBJECT

public:
    explicit RegionsView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;

private:
    void showRegions();
    ViewState emptyState();

    RowView* m_rows;
    FooterBar* m_footer;
    StatefulView* m_view;
};

} // namespace faultline::ui
