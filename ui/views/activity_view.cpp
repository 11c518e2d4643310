// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/activity_view.h"

#include "ui/style/workbench_style.h"
#include "ui/views/progress_delegate.h"
#include "ui/views/row_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace faultline::ui {

ActivityView::ActivityView(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_rows(new RowView(context.theme, RowHeight::Normal)),
      m_pause(new QPushButton(tr("Pause"))), m_cancel(new QPushButton(tr("Cancel"))),
      m_cancelAll(new QPushButton(tr("Cancel all"))),
      m_clear(new QPushButton(tr("Clear finished"))),
      m_view(new StatefulView(context.theme, m_rows, this))
{
    m_rows->setModel(&context.workbench.activity());
    m_rows->setAccessibleName(tr("Activity"));
    m_rows->setObjectName(QStringLiteral("activity.rows"));
    m_rows->enableColumnMenu();
    m_rows->rememberColumns(context.settings, QStringLiteral("activity"));
    m_rows->setItemDelegateForColumn(ActivityModel::ProgressColumn,
                                     new ProgressDelegate(context.theme, this));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(buildButtons());
    setFocusProxy(m_rows);
    connect(&context.workbench, &Workbench::activityChanged, this, &ActivityView::refresh);
    connect(m_rows, &RowView::currentRowChanged, this, &ActivityView::refresh);
    refresh();
}

QWidget* ActivityView::buildButtons()
{
    const Metrics& m = m_context.theme.metrics();
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(m.textMargin(), m.step, m.textMargin(), m.step);
    layout->addStretch(1);
    m_cancel->setObjectName(QStringLiteral("activity.cancel"));
    m_pause->setObjectName(QStringLiteral("activity.pause"));
    for (QPushButton* button : {m_pause, m_cancel, m_cancelAll, m_clear}) {
        button->setAccessibleName(button->text());
        layout->addWidget(button);
    }
    connect(m_pause, &QPushButton::clicked, this, &ActivityView::pauseSelected);
    connect(m_cancel, &QPushButton::clicked, this, &ActivityView::cancelSelected);
    connect(m_cancelAll, &QPushButton::clicked, this, [this] { m_context.workbench.cancelAll(); });
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_context.workbench.activity().clearFinished();
        refresh();
    });
    return bar;
}

void ActivityView::refresh()
{
    const ActivityModel& activity = m_context.workbench.activity();
    const int running = activity.runningCount(ActivityRow::Kind::Job) +
                        activity.runningCount(ActivityRow::Kind::Transfer);
    const ActivityRow* current = selected();
    m_pause->setText(current && current->isPaused ? tr("Resume") : tr("Pause"));
    m_pause->setAccessibleName(m_pause->text());
    m_pause->setEnabled(current && (current->canPause() || current->isPaused));
    m_cancel->setEnabled(current && current->state == ActivityRow::State::Running);
    m_cancelAll->setEnabled(running > 0);
    m_clear->setEnabled(activity.rowCount() > running);
    if (activity.rowCount() > 0)
        m_view->showContent();
    else
        m_view->showState({QStringLiteral("activity"),
                           tr("Nothing is running. Downloads and jobs appear here."),
                           {},
                           {}});
}

const ActivityRow* ActivityView::selected() const
{
    return m_context.workbench.activity().rowAt(m_rows->currentIndex().row());
}

void ActivityView::cancelSelected()
{
    if (const ActivityRow* current = selected())
        m_context.workbench.cancelActivity(*current);
}

void ActivityView::pauseSelected()
{
    const ActivityRow* current = selected();
    if (current && current->isPaused)
        m_context.workbench.resumeActivity(*current);
    else if (current)
        m_context.workbench.pauseActivity(*current);
}

QString ActivityView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
