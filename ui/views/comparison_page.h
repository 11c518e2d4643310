// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/comparison_session.h"
#include "ui/style/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace faultline::ui {

class ElidedLabel;
class FlatButton;
class FooterBar;
class PageHead;
class PanelHeader;
class RowView;
class StatefulView;

/// Two reports side by side: their stacks in one table with the relation of each row in words,
/// their facts and their modules.
class ComparisonPage final : public QWidget
{
    Q_OBJECT

public:
    /// The arguments must outlive the page.
    ComparisonPage(const Theme& theme, ComparisonSession& comparison, QWidget* parent = nullptr);

    /// The name of its tab.
    QString tabName() const;
    /// Selects the next row of the stacks that differs: +1 down, -1 up. The first one follows the
    /// last one.
    void stepDifference(int direction);

Q_SIGNALS:
    void changed();
    void copyRequested(const QString& markdown);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// The heading of one report.
    struct Side
    {
        ElidedLabel* name;
        ElidedLabel* facts;
        QWidget* area;
    };

    Side makeSide(const QString& name);
    QWidget* buildContent();
    QWidget* buildSides();
    QWidget* buildLower();
    QWidget* buildFacts();
    void connectComparison();
    void refresh();
    void showFrames();
    void showContent();
    void showSide(const Side& side, const ComparedSide& text);
    QString countsText(const ComparisonHead& head) const;
    void applyTheme();

    const Theme& m_theme;
    ComparisonSession& m_comparison;
    PageHead* m_head;
    QPushButton* m_only;
    QPushButton* m_swap;
    QPushButton* m_previous;
    QPushButton* m_next;
    QPushButton* m_copy;
    Side m_left;
    Side m_right;
    QWidget* m_sides;
    PanelHeader* m_stackTitle;
    RowView* m_frames;
    StatefulView* m_framesView;
    RowView* m_facts;
    FooterBar* m_factsFooter;
    RowView* m_modules;
    FooterBar* m_modulesFooter;
    StatefulView* m_view;
};

} // namespace faultline::ui
