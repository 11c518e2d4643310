// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

class QLabel;
class QPushButton;
class QSplitter;
class QTabBar;

namespace faultline::ui {

class ElidedLabel;
class GuessBand;
class PanelHeader;
class RowView;

/// Why the current thread's stack is as it is: the frames with the steps of the walk, what the
/// chosen row rests on, and below how the signature was made.
class EvidenceView final : public ReportView
{
    Q_OBJECT

public:
    explicit EvidenceView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildWalk();
    QWidget* buildLeft();
    QWidget* buildSignature();
    QWidget* buildBasis();
    QWidget* buildHelp();
    void connectRows();
    void applyTheme();
    void applySize();
    void showEvidence();
    void followFrame();
    void selectRow(int row);
    void showCurrentRow();
    void showExplanation();
    void showPlaces();
    void showSignature();
    ViewState emptyState();

    GuessBand* m_band;
    RowView* m_rows;
    StatefulView* m_walk;
    PanelHeader* m_signatureTitle;
    RowView* m_signature;
    ElidedLabel* m_signatureText;
    PanelHeader* m_basisTitle;
    QLabel* m_headline;
    QLabel* m_sentence;
    RowView* m_memory;
    StatefulView* m_memoryView;
    RowView* m_registers;
    StatefulView* m_registersView;
    QWidget* m_places; ///< Memory and registers.
    QWidget* m_help;
    QLabel* m_helpText;
    QPushButton* m_locate;
    QTabBar* m_tabs; ///< In a low view, which of the two on the left is in sight.
    QWidget* m_signaturePane;
    QSplitter* m_left;
    QSplitter* m_splitter;
    bool m_isShowing = false; ///< The current row changes without the user.
};

} // namespace faultline::ui
