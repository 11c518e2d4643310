// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/rules_session.h"
#include "ui/style/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QWidget>

namespace faultline::ui {

class NoticeBar;
class NumberedText;
class PageHead;
class PanelHeader;
class RowView;
class SegmentButton;
class StatefulView;

/// The rules by which reports are grouped: one list as text, and what it would change, before
/// anything is written.
class RulesPage final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the page.
    RulesPage(const Theme& theme, RulesSession& rules, QWidget* parent = nullptr);

    /// The report that is open; null for none.
    void showReport(const QString& name, std::shared_ptr<const Report> report);

Q_SIGNALS:
    void messageGiven(const QString& message);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildContent();
    QWidget* buildEditor();
    QWidget* buildEffects();
    void connectRules();
    void refresh();
    void showText();
    void showHead();
    void showProblems();
    void markWrongLines();
    void showMoves();
    void showTrace();
    QString sentence() const;
    QString facts() const;
    void goToLine(int list, int line);
    int currentList() const;
    bool showsShipped() const;
    void arrange();
    void applyTheme();

    const Theme& m_theme;
    RulesSession& m_rules;
    PageHead* m_head;
    QPushButton* m_discard;
    QPushButton* m_revert;
    QPushButton* m_apply;
    QTabBar* m_lists;
    SegmentButton* m_own;
    SegmentButton* m_shipped;
    NumberedText* m_editor;
    QLabel* m_hint;
    NoticeBar* m_notice;
    PanelHeader* m_movesTitle;
    RowView* m_moves;
    StatefulView* m_movesView;
    PanelHeader* m_traceTitle;
    RowView* m_trace;
    StatefulView* m_traceView;
    QLabel* m_signatures;
    StatefulView* m_view;
    bool m_isShowingText = false; ///< The text changes without the user.
};

} // namespace faultline::ui
