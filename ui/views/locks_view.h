// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/lock_model.h"
#include "ui/views/report_view.h"

class QLabel;
class QSplitter;

namespace faultline::ui {

class FooterBar;
class RowView;

/// Everything that threads wait for, who holds it, and below it the words of memory that say so.
class LocksView final : public ReportView
{
    Q_OBJECT

public:
    explicit LocksView(const UiContext& context, QWidget* parent = nullptr);

    QString selectedText() const override;

protected:
    void bind(ReportSession& session) override;
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildWords();
    void applyTheme();
    void showColumns();
    void showWantedLock();
    void showLock(const QModelIndex& index);
    /// Goes to the lock's holder, and from there to each thread that waits for it.
    void stepThread(const QModelIndex& index);
    void showFooter();
    ViewState emptyState();

    RowView* m_rows;
    QLabel* m_note;
    RowView* m_words;
    QSplitter* m_splitter;
    FooterBar* m_footer;
    StatefulView* m_view;
    LockWordModel m_wordModel;
};

} // namespace faultline::ui
