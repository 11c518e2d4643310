// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/fact_model.h"
#include "ui/views/report_view.h"

namespace faultline::ui {

class FooterBar;
class RowView;

/// One list of what the file says: annotations (and the environment, when the user asks for it),
/// breadcrumbs, handles, or unloaded modules.
class FactsView final : public ReportView
{
    Q_OBJECT

public:
    FactsView(const UiContext& context, FactModel::Kind kind, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;

private:
    FactModel* model();
    void showFacts();
    void showFooter();
    QString title() const;
    QString emptyText() const;

    const FactModel::Kind m_kind;
    RowView* m_rows;
    FooterBar* m_footer;
    StatefulView* m_view;
};

} // namespace faultline::ui
