// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/report_view.h"

#include <QAction>

namespace faultline::ui {

class FlatButton;
class FooterBar;
class RowView;

/// Shows the report's threads. Threads with equal stacks share a row.
class ThreadsView final : public ReportView
{
    Q_OBJECT

public:
    explicit ThreadsView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

    QWidget* titleWidget() override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showCurrentThread();
    void buildGrouping();
    void showGrouping();
    void updateFooter();
    void chooseRow(const QModelIndex& index);

    RowView* m_rows;
    StatefulView* m_view;
    FooterBar* m_footer;
    FlatButton* m_grouping;
    QList<QAction*> m_groupings; ///< In the order of ThreadGrouping.
};

} // namespace faultline::ui
