// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/detail_model.h"
#include "ui/views/report_view.h"

namespace faultline::ui {

class RowView;

/// What the current thread does, waits for and holds.
class ThreadFactsView final : public ReportView
{
    Q_OBJECT

public:
    explicit ThreadFactsView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;
    int contentHeight() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;

private:
    DetailModel m_model;
    RowView* m_rows;
    StatefulView* m_view;
};

} // namespace faultline::ui
