// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/why_view.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/row_view.h"
#include "ui/views/why_card.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

/// Scrolls what is too high for the dock, so that the dock can be low. Its width is the content's.
class HeightScroll final : public QScrollArea
{
public:
    explicit HeightScroll(QWidget* content)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setWidget(content);
    }

    QSize minimumSizeHint() const override
    {
        constexpr int kRows = 4;
        const int bar = verticalScrollBar()->sizeHint().width();
        return {widget()->minimumSizeHint().width() + bar, kRows * fontMetrics().lineSpacing()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

} // namespace

WhyView::WhyView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_card(new WhyCard(theme())),
      m_identifiers(new RowView(theme(), RowHeight::Dense)), m_triedTitle(plainLabel()),
      m_candidates(new RowView(theme(), RowHeight::Tall)), m_nothingTried(plainLabel()),
      m_view(new StatefulView(theme(), new HeightScroll(buildContent()), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_candidates);
    connect(m_card, &WhyCard::actionRequested, this, &WhyView::carryOut);
    connect(&theme(), &Theme::changed, this, &WhyView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* WhyView::buildContent()
{
    m_identifiers->setModel(&m_identifierModel);
    m_identifiers->setAccessibleName(tr("Identifiers"));
    m_identifiers->setHeaderHidden(true);
    m_identifiers->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_identifiers->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_candidates->setModel(&m_candidateModel);
    m_candidates->setAccessibleName(tr("What was tried"));
    m_candidates->setObjectName(QStringLiteral("why.candidates"));
    m_candidates->setHeaderHidden(true);
    m_candidates->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_nothingTried->setAlignment(Qt::AlignCenter);
    m_nothingTried->setWordWrap(true);
    m_triedTitle->setAutoFillBackground(true);
    m_triedTitle->setBackgroundRole(QPalette::Window);
    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(content);
    layout->setSpacing(0);
    auto* framed = new QVBoxLayout;
    framed->setObjectName(QStringLiteral("why.card"));
    framed->addWidget(m_card);
    layout->addLayout(framed);
    layout->addWidget(m_identifiers);
    layout->addWidget(m_triedTitle);
    layout->addWidget(m_candidates, 1);
    layout->addWidget(m_nothingTried, 1);
    layout->setContentsMargins(0, 0, 0, 0);
    return content;
}

void WhyView::applyTheme()
{
    const Metrics& m = theme().metrics();
    if (auto* framed = m_view->findChild<QVBoxLayout*>(QStringLiteral("why.card")))
        framed->setContentsMargins(m.textMargin(), m.textMargin(), m.textMargin(), m.textMargin());
    QPalette strip = palette();
    strip.setColor(QPalette::Window, theme().tokens().alternate);
    m_triedTitle->setPalette(strip);
    setTextColour(*m_triedTitle, theme().tokens().dim);
    setTextColour(*m_nothingTried, theme().tokens().dim);
    m_triedTitle->setContentsMargins(m.textMargin(), 0, 0, 0);
    m_triedTitle->setFixedHeight(m.row());
    m_candidates->setMinimumHeight(2 * m.tallRow());
    fitIdentifiers();
}

void WhyView::fitIdentifiers()
{
    m_identifiers->setFixedHeight(m_identifierModel.rowCount() * theme().metrics().denseRow() +
                                  theme().metrics().textMargin());
}

void WhyView::bind(ReportSession& session)
{
    m_module.reset();
    const auto explainSelected = [this] {
        m_module.reset();
        refresh();
    };
    connect(&session.place(), &StackPlace::frameSelected, this, explainSelected);
    connect(&session.place(), &StackPlace::threadSelected, this, explainSelected);
    connect(&session, &ReportSession::factsChanged, this, &WhyView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &WhyView::refresh);
}

void WhyView::explainModule(int module)
{
    m_module = module;
    refresh();
}

void WhyView::refresh()
{
    const QString icon = QStringLiteral("question");
    if (!session())
        return m_view->showState(noReportState(
            icon, tr("What is missing and how to get it appears here when a report is open.")));
    const WhyReport why = m_module ? session()->whyModule(*m_module) : session()->why();
    if (!why.headline.isEmpty())
        return showReport(why);
    if (session()->state() == ReportSession::State::Loading)
        m_view->showState({icon, tr("Reading the report…"), {}, {}});
    else
        m_view->showState({icon, tr("Select a frame to see where its symbols come from."), {}, {}});
}

void WhyView::showReport(const WhyReport& why)
{
    m_view->showContent();
    if (why == m_shown)
        return;
    m_shown = why;
    m_card->show(why);
    m_identifierModel.setRows(why.identifiers);
    fitIdentifiers();
    m_candidateModel.setRows(why.candidates);
    const bool tried = !why.candidates.isEmpty();
    m_triedTitle->setText(tr("What was tried · %1").arg(why.candidates.size()));
    m_candidates->setVisible(tried);
    m_nothingTried->setVisible(!tried);
    m_nothingTried->setText(why.isPending ? tr("Nobody has been asked yet.")
                                          : tr("Nothing was tried: no source could be asked."));
}

void WhyView::carryOut(WhyReport::Action action)
{
    switch (action) {
    case WhyReport::Action::LocateFile: Q_EMIT locateRequested(m_shown.moduleIndex); return;
    case WhyReport::Action::AddSource:
        Q_EMIT commandRequested(QStringLiteral("symbols.add_source"));
        return;
    case WhyReport::Action::GoOnline:
        Q_EMIT commandRequested(QStringLiteral("symbols.offline"));
        return;
    case WhyReport::Action::ShowLog:
        Q_EMIT commandRequested(QStringLiteral("view.dock.log"));
        return;
    case WhyReport::Action::Resume: session()->resume(); return;
    case WhyReport::Action::ForgetFile: session()->forgetFile(m_shown.moduleIndex); return;
    case WhyReport::Action::Retry: Q_EMIT commandRequested(QStringLiteral("symbols.retry")); return;
    }
}

QString WhyView::selectedText() const
{
    QString chosen = m_candidates->selectedText();
    if (!chosen.isEmpty())
        return chosen;
    QStringList lines{m_shown.headline, m_shown.explanation};
    for (const DetailRow& row : m_shown.identifiers)
        lines.append(row.name + u'\t' + row.value);
    for (const CandidateRow& row : m_shown.candidates)
        lines.append(row.source + u'\t' + row.location + u'\t' + row.outcome);
    return lines.join(u'\n');
}

} // namespace faultline::ui
