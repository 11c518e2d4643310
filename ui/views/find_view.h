// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/frame_search.h"
#include "ui/views/report_view.h"

#include <QTimer>

class QBoxLayout;
class QLabel;
class QLineEdit;

namespace faultline::ui {

class FlatButton;
class FooterBar;
class RowView;
class SegmentButton;

/// Find in all stacks: a text, where it is looked for, how much is shown of what has it, and the
/// frames that have it in groups of threads. Walking through them moves the other views.
class FindView final : public ReportView
{
    Q_OBJECT

public:
    explicit FindView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

    /// Gives the field the keyboard, with its text selected.
    void start();
    /// Looks for this text.
    void find(const QString& text);
    /// Goes to the next frame that was found, or with -1 to the previous one.
    void step(int direction);

    bool hasFound() const;

    FrameSearch& search() { return m_search; }

Q_SIGNALS:
    void closeRequested();

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildBar();
    QBoxLayout* buildField();
    QBoxLayout* buildChoices();
    void orderTabs();
    SegmentButton* addSwitch(QBoxLayout& layout,
                             const QString& text,
                             const QString& meaning,
                             const char* name,
                             bool FindQuery::* field);
    void chooseScope(FindScope scope);
    void chooseLevel(FindLevel level);
    void applyTheme();
    void arrangeBar();
    void lookSoon();
    void look();
    void showFound();
    void showCounts();
    ViewState emptyState();
    QString countsText() const;
    void showRow(const QModelIndex& index);

    FrameSearch m_search;
    FindQuery m_query;
    QLineEdit* m_field;
    QLabel* m_count;
    RowView* m_rows;
    StatefulView* m_view;
    FooterBar* m_footer;
    FlatButton* m_cancel;
    QWidget* m_bar = nullptr;
    QBoxLayout* m_barLayout = nullptr;
    QList<SegmentButton*> m_scopes;
    QList<SegmentButton*> m_levels;
    QTimer m_typed;   ///< Runs while the user may type on.
    QTimer m_changed; ///< Stacks change in bursts.
    QTimer m_slow;    ///< Until then, what was found before stays.
};

} // namespace faultline::ui
