// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/threads_view.h"

#include "ui/models/shown_text.h"
#include "ui/views/flat_button.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"

#include <QActionGroup>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

constexpr int kWidthForWords = 100; ///< In steps of the theme's grid.

} // namespace

ThreadsView::ThreadsView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Normal, this)),
      m_view(new StatefulView(theme(), m_rows, this)), m_footer(new FooterBar(theme(), this)),
      m_grouping(new FlatButton(theme(), {}, this))
{
    m_rows->setAccessibleName(tr("Threads"));
    m_rows->setObjectName(QStringLiteral("threads.rows"));
    m_rows->setHeaderHidden(true);
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_rows);
    buildGrouping();
    connect(m_rows, &RowView::currentRowChanged, this, [this](const QModelIndex& index) {
        if (session())
            session()->place().selectThread(index.data(IdRole).toInt());
    });
    connect(m_rows, &RowView::rowChosen, this, &ThreadsView::chooseRow);
    connect(m_rows, &RowView::groupToggled, this, [this](const QModelIndex& index) {
        session()->threads().toggleHead(index.row());
        updateFooter();
    });
    connect(m_footer, &FooterBar::clicked, this, [this] {
        session()->threads().setFolding(!session()->threads().isFolding());
        updateFooter();
    });
    refresh();
}

void ThreadsView::buildGrouping()
{
    auto* menu = new QMenu(m_grouping);
    auto* group = new QActionGroup(menu);
    for (const QString& text : {tr("By state"), tr("By stack"), tr("By name"), tr("By number")}) {
        auto* action = menu->addAction(withoutKeys(text));
        action->setCheckable(true);
        group->addAction(action);
        m_groupings.append(action);
    }
    connect(group, &QActionGroup::triggered, this, [this](const QAction* action) {
        if (!session())
            return;
        for (ReportSession* each : context().workbench.sessions())
            each->threads().setGrouping(ThreadGrouping(m_groupings.indexOf(action)));
        refresh();
    });
    m_grouping->setMenu(menu);
    m_grouping->setObjectName(QStringLiteral("threads.grouping"));
}

QWidget* ThreadsView::titleWidget()
{
    return m_grouping;
}

/// The column that tells what a thread does is not needed where its group says so, and in a narrow
/// dock it would leave nothing to be read of the names.
void ThreadsView::showGrouping()
{
    const auto grouping = session() ? session()->threads().grouping() : ThreadGrouping::Number;
    QAction* chosen = m_groupings.at(int(grouping));
    chosen->setChecked(true);
    m_grouping->setText(chosen->text());
    m_grouping->setAccessibleName(tr("Group threads: %1").arg(chosen->text()));
    m_grouping->updateGeometry();
    m_grouping->setEnabled(session());
    const bool hasWords = session() && session()->threads().hasStates() &&
                          grouping != ThreadGrouping::State &&
                          width() >= kWidthForWords * theme().metrics().step;
    QList<int> hidden{ThreadModel::IdColumn, ThreadModel::FramesColumn};
    if (!hasWords)
        hidden.append(ThreadModel::DoingColumn);
    const bool isShown = m_rows->isColumnHidden(ThreadModel::IdColumn) &&
                         m_rows->isColumnHidden(ThreadModel::DoingColumn) != hasWords;
    if (session() && !isShown)
        m_rows->setHiddenColumns(hidden);
}

void ThreadsView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    showGrouping();
}

void ThreadsView::bind(ReportSession& session)
{
    m_rows->setModel(&session.threads());
    connect(&session.place(), &StackPlace::threadSelected, this, &ThreadsView::showCurrentThread);
    connect(&session, &ReportSession::factsChanged, this, &ThreadsView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &ThreadsView::refresh);
}

void ThreadsView::refresh()
{
    showGrouping();
    updateFooter();
    if (!session()) {
        m_view->showState(noReportState(QStringLiteral("threads"),
                                        tr("Threads appear here when a report is open.")));
        return;
    }
    if (session()->threads().rowCount() > 0) {
        m_view->showContent();
        showCurrentThread();
    } else if (session()->isReading()) {
        m_view->showState({QStringLiteral("threads"), tr("Reading threads…"), {}, {}});
    } else {
        m_view->showState({QStringLiteral("threads"), tr("This file lists no threads."), {}, {}});
    }
}

void ThreadsView::showCurrentThread()
{
    const auto row = session()->threads().rowOf(session()->place().currentThread());
    if (!row || m_rows->currentIndex().row() == *row)
        return;
    const QSignalBlocker blocker(m_rows);
    m_rows->setCurrentIndex(session()->threads().index(*row, 0));
}

void ThreadsView::updateFooter()
{
    if (!session() || session()->threads().threads().isEmpty())
        return m_footer->setText({}, {});
    const ThreadModel& threads = session()->threads();
    const bool foldable = threads.canUnfold();
    const QString button = !threads.isFolding() ? tr("Fold")
                           : foldable           ? tr("Show all")
                                                : QString();
    m_footer->setText(threads.summary(), button);
}

void ThreadsView::chooseRow(const QModelIndex& index)
{
    const ThreadEntry* entry = session() ? session()->threads().rowAt(index.row()) : nullptr;
    if (entry && !entry->isHead && entry->same > 1) {
        session()->threads().toggleGroup(entry->thread.index);
        updateFooter();
        return;
    }
    Q_EMIT commandRequested(QStringLiteral("view.dock.stack"));
}

void ThreadsView::keyPressEvent(QKeyEvent* event)
{
    const bool opens = event->key() == Qt::Key_Right || event->key() == Qt::Key_Left;
    const ThreadEntry* entry =
        session() ? session()->threads().rowAt(m_rows->currentIndex().row()) : nullptr;
    if (opens && entry && !entry->isHead && entry->same > 1)
        return chooseRow(m_rows->currentIndex());
    ReportView::keyPressEvent(event);
}

QString ThreadsView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace faultline::ui
