// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

namespace faultline::ui {

class Chip;
class ElidedLabel;
class LinkButton;

/// The top of a report page: the cause in one sentence, the facts that support it, and chips.
class SummaryBar final : public ReportView
{
    Q_OBJECT

public:
    explicit SummaryBar(const UiContext& context, QWidget* parent = nullptr);

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitChips();
    void showFacts();
    void applyTheme();
    QString factLine(const ReportHeader& header) const;
    QString summaryText() const;
    void copy(const QString& text, const QString& message);

    ElidedLabel* m_cause;
    QWidget* m_line; ///< The facts and the signature.
    QLabel* m_facts;
    LinkButton* m_signature;
    int m_factsWidth = 0; ///< At which nothing of the line is cut.
    Chip* m_product;
    Chip* m_system;
    Chip* m_time;
    Chip* m_quality;
};

} // namespace faultline::ui
