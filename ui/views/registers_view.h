// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class RowView;

/// Shows the registers of the current frame and what they point to.
class RegistersView final : public ReportView
{
    Q_OBJECT

public:
    explicit RegistersView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;
    int contentHeight() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;

private:
    RegisterModel m_model;
    RowView* m_rows;
    StatefulView* m_view;
};

} // namespace faultline::ui
