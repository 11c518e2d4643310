// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace faultline::ui {

class FooterBar;
class RowView;

/// Looks for a text, bytes or a pointer in the memory of the crash file. Enter on a hit leads to
/// it.
class SearchView final : public ReportView
{
    Q_OBJECT

public:
    explicit SearchView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;

private:
    QWidget* buildBar();
    void applyTheme();
    void search();
    void showHits();
    void showFooter();
    ViewState emptyState();

    QComboBox* m_kind;
    QLineEdit* m_text;
    QPushButton* m_start;
    RowView* m_rows;
    FooterBar* m_footer;
    StatefulView* m_view;
};

} // namespace faultline::ui
