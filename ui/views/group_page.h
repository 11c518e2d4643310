// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/group_session.h"
#include "ui/bridge/library_session.h"
#include "ui/style/theme.h"

#include <QWidget>

namespace faultline::ui {

class Chip;
class DayChart;
class FlatButton;
class NoticeBar;
class PageHead;
class PanelHeader;
class RowView;
class SegmentButton;
class StatefulView;
class TriageMenus;
class AlikePanel;
class TriagePanel;

/// The page of a group: when its reports came, what they have in common, and what was decided.
class GroupPage final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the page.
    GroupPage(const Theme& theme, LibrarySession& library, QWidget* parent = nullptr);

    /// The name of its tab.
    QString tabName() const;

    TriageMenus& triage() { return *m_triage; }

    bool hasSelectedReport() const;
    bool canChange() const;
    void openSelected();
    /// The two reports that are selected, in their order; empty when it is not two of them.
    QList<qint64> reportsToCompare() const;

Q_SIGNALS:
    /// What the actions of the window may do has changed, or the name of the tab.
    void actionsChanged();
    /// All reports of the group shall be shown.
    void allRequested(qint64 group);
    void compareRequested();
    /// The newest report of the group and one of a group that is like it shall be compared.
    void pairRequested(qint64 left, qint64 right);
    void groupRequested(qint64 group);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildContent();
    QWidget* buildDays();
    QWidget* buildMiddle();
    QWidget* buildReports();
    QWidget* buildRight();
    void connectAlike();
    void connectLibrary();
    void refresh();
    void showContent();
    void showNotices();
    void arrange();
    void applyTheme();

    const Theme& m_theme;
    LibrarySession& m_library;
    GroupSession& m_group;
    TriageMenus* m_triage;
    PageHead* m_head;
    Chip* m_status;
    Chip* m_first;
    Chip* m_last;
    NoticeBar* m_notice;
    QList<SegmentButton*> m_spans;
    DayChart* m_chart;
    PanelHeader* m_daysTitle = nullptr;
    PanelHeader* m_stackTitle;
    RowView* m_frames;
    QWidget* m_facts;
    RowView* m_shares;
    FlatButton* m_compare;
    FlatButton* m_all;
    RowView* m_reports;
    TriagePanel* m_panel;
    AlikePanel* m_alike;
    QWidget* m_right;
    StatefulView* m_view;
    bool m_isStale = false; ///< The library changed while nobody saw the page.
    QString m_remark;       ///< Why the last command failed; empty when it did not.
};

} // namespace faultline::ui
