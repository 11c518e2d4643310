// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chain_view.h"

#include "ui/views/chain_picture.h"
#include "ui/views/guess_band.h"

#include <QVBoxLayout>

#include <utility>

namespace faultline::ui {

ChainView::ChainView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_picture(new ChainPicture(theme(), this)),
      m_guesses(new GuessBand(theme(), this)), m_view(new StatefulView(theme(), m_picture, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_guesses);
    setFocusProxy(m_picture);
    connect(m_picture, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const int thread = index.data(IdRole).toInt();
        if (session() && thread >= 0)
            session()->place().selectThread(thread);
    });
    connect(m_picture, &QAbstractItemView::clicked, m_picture, &QAbstractItemView::activated);
    refresh();
}

void ChainView::bind(ReportSession& session)
{
    connect(&session.place(), &StackPlace::threadSelected, this, &ChainView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &ChainView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &ChainView::refresh);
}

void ChainView::refresh()
{
    const ChainRows chain = session() ? session()->waits().chain() : ChainRows();
    m_picture->setBoxes(chain.boxes);
    m_guesses->setGuesses(chain.guesses);
    Q_EMIT captionChanged(caption(chain));
    if (chain.boxes.isEmpty())
        m_view->showState(emptyState());
    else
        m_view->showContent();
    if (const int height = contentHeight(); std::exchange(m_height, height) != height)
        Q_EMIT contentChanged();
}

QString ChainView::caption(const ChainRows& chain) const
{
    QStringList parts;
    if (chain.cycles > 0)
        parts.append(tr("%n cycle(s), proven by memory", nullptr, chain.cycles));
    if (chain.possibleCycles > 0)
        parts.append(tr("%n possible deadlock(s)", nullptr, chain.possibleCycles));
    if (!chain.title.isEmpty())
        parts.append(chain.title);
    if (!chain.guesses.isEmpty())
        parts.append(tr("%n guess(es)", nullptr, int(chain.guesses.size())));
    return parts.join(QStringLiteral(" · "));
}

ViewState ChainView::emptyState()
{
    const QString icon = QStringLiteral("threads");
    if (!session())
        return noReportState(icon, tr("Who waits for whom appears here when a report is open."));
    switch (session()->waitsState()) {
    case ThreadWaits::State::Known: return {icon, tr("This thread waits for no lock."), {}, {}};
    case ThreadWaits::State::NotYet: return {icon, tr("Reading locks…"), {}, {}};
    case ThreadWaits::State::NotRead:
        return {icon, tr("The report is not complete, so its locks are not known."), {}, {}};
    case ThreadWaits::State::NoMemory:
        return {icon, tr("This file lacks the memory that would tell who waits for whom."), {}, {}};
    case ThreadWaits::State::None: break;
    }
    return {icon, tr("Files of this kind say nothing about locks."), {}, {}};
}

QString ChainView::selectedText() const
{
    return m_picture->currentIndex().data(Qt::AccessibleTextRole).toString();
}

int ChainView::contentHeight() const
{
    const int step = theme().metrics().step;
    const int picture = m_view->showsContent() ? m_picture->contentHeight() : 28 * step;
    return picture + (m_guesses->isHidden() ? 0 : m_guesses->sizeHint().height());
}

} // namespace faultline::ui
