// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

#include <optional>

namespace faultline::ui {

class FooterBar;
class RowView;
class WhyCard;

/// Explains why the current frame, or a module that the user chose, is not symbolicated and what
/// the user can do.
class WhyView final : public ReportView
{
    Q_OBJECT

public:
    explicit WhyView(const UiContext& context, QWidget* parent = nullptr);

    /// Explains this module until another frame is selected.
    void explainModule(int module);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;

private:
    QWidget* buildContent();
    void applyTheme();
    void showReport(const WhyReport& why);
    void carryOut(WhyReport::Action action);
    void fitIdentifiers();

    DetailModel m_identifierModel;
    CandidateModel m_candidateModel;
    std::optional<int> m_module;
    WhyReport m_shown;
    WhyCard* m_card;
    RowView* m_identifiers;
    QLabel* m_triedTitle;
    RowView* m_candidates;
    QLabel* m_nothingTried;
    StatefulView* m_view;
};

} // namespace faultline::ui
