// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/log_view.h"

#include "ui/views/row_view.h"

#include <QScrollBar>
#include <QVBoxLayout>

namespace faultline::ui {

LogView::LogView(const UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_rows(new RowView(context.theme, RowHeight::Dense)),
      m_view(new StatefulView(context.theme, m_rows, this))
{
    LogModel& log = context.workbench.log();
    m_rows->setModel(&log);
    m_rows->setAccessibleName(tr("Log"));
    m_rows->setObjectName(QStringLiteral("log.rows"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    connect(&log, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        // Scroll to new lines only while the last line is visible.
        const QScrollBar* bar = m_rows->verticalScrollBar();
        if (bar->value() == bar->maximum())
            QMetaObject::invokeMethod(m_rows, &QTreeView::scrollToBottom, Qt::QueuedConnection);
    });
    connect(&log, &QAbstractItemModel::rowsInserted, this, &LogView::refresh);
    connect(&log, &QAbstractItemModel::rowsRemoved, this, &LogView::refresh);
    refresh();
}

void LogView::refresh()
{
    if (m_context.workbench.log().rowCount() > 0)
        m_view->showContent();
    else
        m_view->showState({QStringLiteral("log"),
                           tr("Nothing has been logged. Failed look-ups and warnings appear here."),
                           {},
                           {}});
}

QString LogView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
