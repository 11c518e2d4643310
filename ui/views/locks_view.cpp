// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/locks_view.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/footer_bar.h"
#include "ui/views/row_view.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

LocksView::LocksView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_note(plainLabel(this)), m_words(new RowView(theme(), RowHeight::Dense, this)),
      m_splitter(new QSplitter(Qt::Vertical, this)), m_footer(new FooterBar(theme(), this)),
      m_view(new StatefulView(theme(), m_splitter, this))
{
    m_rows->setAccessibleName(tr("Locks"));
    m_rows->setObjectName(QStringLiteral("locks.rows"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rows->enableSorting();
    m_words->setModel(&m_wordModel);
    m_words->setAccessibleName(tr("Words of the lock"));
    m_words->setObjectName(QStringLiteral("locks.words"));
    m_words->setHeaderHidden(true);
    m_splitter->addWidget(m_rows);
    m_splitter->addWidget(buildWords());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    setFocusProxy(m_rows);
    connect(m_rows, &RowView::currentRowChanged, this, &LocksView::showLock);
    connect(m_rows, &RowView::rowChosen, this, &LocksView::stepThread);
    connect(&theme(), &Theme::changed, this, &LocksView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* LocksView::buildWords()
{
    auto* pane = new QWidget(this);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_note);
    layout->addWidget(m_words, 1);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setAutoFillBackground(true);
    m_note->setBackgroundRole(QPalette::AlternateBase);
    return pane;
}

void LocksView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_note->setContentsMargins(m.textMargin(), m.step, m.textMargin(), m.step);
    setTextColour(*m_note, theme().tokens().dim);
}

void LocksView::bind(ReportSession& session)
{
    m_rows->setModel(&session.waits().locks());
    showColumns();
    connect(&session.place(), &StackPlace::threadSelected, this, &LocksView::showWantedLock);
    connect(&session, &ReportSession::factsChanged, this, &LocksView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &LocksView::refresh);
}

/// Where there is little room, the thread's facts tell the kind.
void LocksView::showColumns()
{
    constexpr int kWidthForKinds = 100; // In steps of the grid.
    const bool isNarrow = width() < m_rows->gridSteps(kWidthForKinds);
    if (session() && m_rows->isColumnHidden(LockModel::KindColumn) != isNarrow)
        m_rows->setHiddenColumns(isNarrow ? QList<int>{LockModel::KindColumn} : QList<int>());
}

void LocksView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    showColumns();
}

void LocksView::refresh()
{
    showFooter();
    if (!session() || session()->waits().locks().rowCount() == 0)
        return m_view->showState(emptyState());
    m_view->showContent();
    showWantedLock();
    showLock(m_rows->currentIndex());
}

/// Selects what the current thread waits for, unless the user is choosing a lock.
void LocksView::showWantedLock()
{
    const auto& locks = session()->waits().locks().allRows();
    if (m_rows->hasFocus() || locks.isEmpty())
        return;
    const int thread = session()->place().currentThread();
    const auto wanted = std::ranges::find_if(locks, [thread](const LockRow& lock) {
        const bool hasHolder =
            lock.holderKind == LockRow::Holder::Known || lock.holderKind == LockRow::Holder::Guess;
        return lock.threads.indexOf(thread, hasHolder ? 1 : 0) >= 0;
    });
    const auto row = wanted == locks.end() ? locks.begin() : wanted;
    m_rows->setCurrentIndex(session()->waits().locks().index(int(row - locks.begin()), 0));
}

ViewState LocksView::emptyState()
{
    const QString icon = QStringLiteral("threads");
    if (!session())
        return noReportState(icon, tr("Locks appear here when a report is open."));
    switch (session()->waitsState()) {
    case ThreadWaits::State::Known: return {icon, tr("No thread waits for a lock."), {}, {}};
    case ThreadWaits::State::NotYet: return {icon, tr("Reading locks…"), {}, {}};
    case ThreadWaits::State::NotRead:
        return {icon, tr("The report is not complete, so its locks are not known."), {}, {}};
    case ThreadWaits::State::NoMemory:
        return {icon, tr("This file lacks the memory that would tell who waits for whom."), {}, {}};
    case ThreadWaits::State::None: break;
    }
    return {icon, tr("Files of this kind say nothing about locks."), {}, {}};
}

void LocksView::showLock(const QModelIndex& index)
{
    const LockRow* lock = session() ? session()->waits().locks().rowAt(index.row()) : nullptr;
    m_wordModel.setRows(lock ? lock->words : QList<LockWordRow>());
    m_note->setText(shownText(lock ? lock->note : tr("Select a lock to see what memory says.")));
    const bool isChosen = lock && !lock->threads.isEmpty() && m_rows->hasFocus();
    if (isChosen && !lock->threads.contains(session()->place().currentThread()))
        session()->place().selectThread(lock->threads.first());
}

void LocksView::stepThread(const QModelIndex& index)
{
    const LockRow* lock = session() ? session()->waits().locks().rowAt(index.row()) : nullptr;
    if (!lock || lock->threads.isEmpty())
        return;
    const auto at = lock->threads.indexOf(session()->place().currentThread());
    session()->place().selectThread(lock->threads.at((at + 1) % lock->threads.size()));
}

void LocksView::showFooter()
{
    if (!session() || session()->waits().locks().rowCount() == 0)
        return m_footer->setText({}, {});
    const auto& locks = session()->waits().locks().allRows();
    const auto count = [&locks](LockRow::Holder kind) {
        return int(std::ranges::count(locks, kind, &LockRow::holderKind));
    };
    QStringList parts{tr("%n object(s) waited for", nullptr, int(locks.size()))};
    if (const int guesses = count(LockRow::Holder::Guess); guesses > 0)
        parts.append(tr("%n guess(es)", nullptr, guesses));
    if (const int missing = count(LockRow::Holder::Missing); missing > 0)
        parts.append(tr("%n without a known holder", nullptr, missing));
    m_footer->setText(parts.join(QStringLiteral(" · ")), {});
}

QString LocksView::selectedText() const
{
    return m_words->hasFocus() ? m_words->selectedText() : m_rows->selectedText();
}

} // namespace faultline::ui
