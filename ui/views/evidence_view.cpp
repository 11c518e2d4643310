// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/evidence_view.h"

#include "ui/bridge/walk_evidence.h"
#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/style/workbench_style.h"
#include "ui/views/elided_label.h"
#include "ui/views/guess_band.h"
#include "ui/views/panel_header.h"
#include "ui/views/row_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

/// A view of this width, in characters, has room for what a row rests on beside the frames.
constexpr double kBesideCharacters = 95;
/// A view of this height, in rows, has room for the walk and the signature below each other.
constexpr int kRowsForBoth = 20;

QVBoxLayout* tightColumn(QWidget* pane)
{
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    return layout;
}

} // namespace

EvidenceView::EvidenceView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_band(new GuessBand(theme(), this)),
      m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_walk(new StatefulView(theme(), buildWalk(), this)),
      m_signatureTitle(new PanelHeader(theme(), tr("Why this signature"), this)),
      m_signature(new RowView(theme(), RowHeight::Dense, this)),
      m_signatureText(new ElidedLabel(Qt::ElideMiddle, this)),
      m_basisTitle(new PanelHeader(theme(), tr("What it rests on"), this)),
      m_headline(plainLabel(this)), m_sentence(plainLabel(this)),
      m_memory(new RowView(theme(), RowHeight::Dense, this)),
      m_memoryView(new StatefulView(theme(), m_memory, this)),
      m_registers(new RowView(theme(), RowHeight::Dense, this)),
      m_registersView(new StatefulView(theme(), m_registers, this)), m_places(new QWidget(this)),
      m_help(new QWidget(this)), m_helpText(plainLabel(m_help)),
      m_locate(new QPushButton(tr("Locate file…"), m_help)), m_tabs(new QTabBar(this)),
      m_signaturePane(buildSignature()), m_left(new QSplitter(Qt::Vertical, this)),
      m_splitter(new QSplitter(this))
{
    m_left->addWidget(m_walk);
    m_left->addWidget(m_signaturePane);
    m_left->setStretchFactor(0, 3);
    m_left->setStretchFactor(1, 2);
    m_splitter->addWidget(buildLeft());
    m_splitter->addWidget(buildBasis());
    m_splitter->setStretchFactor(0, 5);
    m_splitter->setStretchFactor(1, 2);
    for (QSplitter* splitter : {m_left, m_splitter}) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(1);
    }
    tightColumn(this)->addWidget(m_splitter);
    setFocusProxy(m_rows);
    connectRows();
    connect(&theme(), &Theme::changed, this, &EvidenceView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* EvidenceView::buildWalk()
{
    m_rows->setAccessibleName(tr("Why this stack"));
    m_rows->setObjectName(QStringLiteral("evidence.rows"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* pane = new QWidget(this);
    auto* layout = tightColumn(pane);
    layout->addWidget(m_band);
    layout->addWidget(m_rows, 1);
    return pane;
}

QWidget* EvidenceView::buildLeft()
{
    m_tabs->addTab(tr("Why this stack"));
    m_tabs->addTab(tr("Why this signature"));
    m_tabs->setObjectName(QStringLiteral("evidence.tabs"));
    m_tabs->setAccessibleName(tr("What is explained"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    connect(m_tabs, &QTabBar::currentChanged, this, &EvidenceView::applySize);
    auto* pane = new QWidget(this);
    auto* layout = tightColumn(pane);
    layout->addWidget(m_tabs);
    layout->addWidget(m_left, 1);
    return pane;
}

QWidget* EvidenceView::buildSignature()
{
    m_signature->setAccessibleName(tr("Why this signature"));
    m_signature->setObjectName(QStringLiteral("evidence.signature"));
    m_signatureText->setObjectName(QStringLiteral("evidence.signature.text"));
    m_signatureText->setAutoFillBackground(true);
    m_signatureText->setBackgroundRole(QPalette::AlternateBase);
    auto* pane = new QWidget(this);
    auto* layout = tightColumn(pane);
    layout->addWidget(m_signatureTitle);
    layout->addWidget(m_signature, 1);
    layout->addWidget(m_signatureText);
    return pane;
}

QWidget* EvidenceView::buildBasis()
{
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_headline->setWordWrap(true);
    m_memory->setAccessibleName(tr("Stack memory"));
    m_memory->setObjectName(QStringLiteral("evidence.memory"));
    m_memory->setHeaderHidden(true);
    m_registers->setAccessibleName(tr("Registers of the frame"));
    m_registers->setObjectName(QStringLiteral("evidence.registers"));
    m_registers->setHeaderHidden(true);
    auto* pane = new QWidget(this);
    auto* layout = tightColumn(pane);
    layout->addWidget(m_basisTitle);
    layout->addWidget(m_headline);
    layout->addWidget(m_sentence);
    auto* places = tightColumn(m_places);
    places->addWidget(new PanelHeader(theme(), tr("Stack memory"), pane));
    places->addWidget(m_memoryView, 1);
    places->addWidget(new PanelHeader(theme(), tr("Registers of the frame"), pane));
    places->addWidget(m_registersView, 1);
    layout->addWidget(m_places, 1);
    layout->addStretch(0);
    layout->addWidget(buildHelp());
    return pane;
}

QWidget* EvidenceView::buildHelp()
{
    m_helpText->setWordWrap(true);
    m_locate->setProperty(kPrimary, true);
    m_locate->setObjectName(QStringLiteral("evidence.locate"));
    auto* line = new QHBoxLayout(m_help);
    line->addWidget(m_helpText, 1);
    line->addWidget(m_locate);
    return m_help;
}

void EvidenceView::connectRows()
{
    const auto toggle = [this](const QModelIndex& index) {
        if (session())
            session()->evidence().toggle(index.row());
    };
    connect(m_rows, &RowView::groupToggled, this, toggle);
    connect(m_rows, &RowView::rowChosen, this, toggle);
    connect(m_rows, &RowView::currentRowChanged, this, [this](const QModelIndex& index) {
        if (session() && !m_isShowing && index.isValid())
            selectRow(index.row());
    });
    connect(m_locate, &QPushButton::clicked, this, [this] {
        if (session())
            Q_EMIT locateRequested(session()->evidence().explanation().helpModule);
    });
}

void EvidenceView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_headline->setContentsMargins(m.barMargin(), 2 * m.step, m.barMargin(), 0);
    m_sentence->setContentsMargins(m.barMargin(), m.step, m.barMargin(), 2 * m.step);
    m_signatureText->setContentsMargins(m.barMargin(), m.step, m.barMargin(), m.step);
    m_help->layout()->setContentsMargins(m.barMargin(), 2 * m.step, m.barMargin(), 2 * m.step);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_headline->setFont(bold);
    m_signatureText->setFont(theme().fixedFont());
    setTextColour(*m_sentence, theme().tokens().dim);
    setTextColour(*m_helpText, theme().tokens().dim);
}

void EvidenceView::bind(ReportSession& session)
{
    WalkEvidence& evidence = session.evidence();
    m_rows->setModel(&evidence.rows());
    m_signature->setModel(&evidence.signature());
    m_memory->setModel(&evidence.memory());
    m_memory->setRooms({{.width = 17, .isWhole = true},
                        {.width = 17, .isWhole = true},
                        {.width = 10},
                        {.width = 0}});
    m_memory->setHiddenColumns({MemoryModel::TextColumn});
    m_registers->setModel(&evidence.registers());
    m_registers->setColumnWidths({5, 18, 0});
    connect(&session.place(), &StackPlace::threadSelected, this, &EvidenceView::refresh);
    connect(&session.place(), &StackPlace::frameSelected, this, &EvidenceView::followFrame);
    connect(&session, &ReportSession::factsChanged, this, &EvidenceView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &EvidenceView::refresh);
    connect(&evidence, &WalkEvidence::changed, this, &EvidenceView::showEvidence);
}

/// A thread is walked again only for a dock that is in sight.
void EvidenceView::refresh()
{
    followFrame();
    if (session() && isVisible())
        session()->requestEvidence();
    showEvidence();
}

void EvidenceView::followFrame()
{
    if (const auto frame = session() ? session()->place().currentFrame() : std::nullopt)
        session()->evidence().follow(frame->physicalIndex);
}

/// The frame of the row is also that of the stack and of the views that follow it.
void EvidenceView::selectRow(int row)
{
    session()->evidence().select(row);
    const int frame = session()->evidence().explanation().frame;
    const auto shown = session()->place().currentFrame();
    if (frame >= 0 && (!shown || int(shown->physicalIndex) != frame))
        session()->place().selectFrame({.physicalIndex = quint32(frame)});
}

void EvidenceView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void EvidenceView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    applySize();
}

void EvidenceView::applySize()
{
    const bool isLow = height() < kRowsForBoth * theme().metrics().row();
    m_tabs->setVisible(isLow);
    m_signatureTitle->setVisible(!isLow);
    m_walk->setVisible(!isLow || m_tabs->currentIndex() == 0);
    m_signaturePane->setVisible(!isLow || m_tabs->currentIndex() == 1);
    const bool isBeside = width() / QFontMetricsF(font()).averageCharWidth() > kBesideCharacters;
    m_splitter->setOrientation(isBeside ? Qt::Horizontal : Qt::Vertical);
}

void EvidenceView::showEvidence()
{
    const bool isKnown = session() && session()->evidence().state() == WalkEvidence::State::Known;
    Q_EMIT captionChanged(isKnown ? tr("thread %1").arg(session()->place().currentThread())
                                  : QString());
    const QString warning = isKnown ? session()->evidence().warning() : QString();
    m_band->setGuesses(warning.isEmpty() ? QStringList() : QStringList{warning});
    if (isKnown)
        m_walk->showContent();
    else
        m_walk->showState(emptyState());
    showCurrentRow();
    showExplanation();
    showSignature();
}

void EvidenceView::showCurrentRow()
{
    const int row = session() ? session()->evidence().currentRow() : -1;
    if (row < 0 || m_rows->currentIndex().row() == row)
        return;
    const QScopedValueRollback showing(m_isShowing, true);
    m_rows->setCurrentIndex(session()->evidence().rows().index(row, 0));
}

void EvidenceView::showExplanation()
{
    const EvidenceExplanation none;
    const auto& shown = session() ? session()->evidence().explanation() : none;
    m_basisTitle->setCaption(shown.frame >= 0 ? tr("frame %1").arg(shown.frame) : QString());
    m_headline->setText(shownText(shown.headline));
    const auto state = session() ? session()->evidence().state() : WalkEvidence::State::NoThread;
    const bool isWithout =
        state == WalkEvidence::State::NotWalked || state == WalkEvidence::State::NotRead;
    m_sentence->setText(shownText(!shown.headline.isEmpty() ? shown.sentence
                                  : isWithout
                                      ? tr("Without a walk there is nothing that a frame rests on.")
                                      : tr("Select a frame or a step to see what it rests on.")));
    m_places->setVisible(shown.frame >= 0);
    showPlaces();
    m_headline->setVisible(!shown.headline.isEmpty());
    m_help->setVisible(shown.helpModule >= 0);
    m_helpText->setText(shownText(shown.helpText));
}

/// What is not there is said in its place.
void EvidenceView::showPlaces()
{
    if (m_memory->model() && m_memory->model()->rowCount() > 0)
        m_memoryView->showContent();
    else
        m_memoryView->showState({QStringLiteral("raw"),
                                 session() && session()->evidence().isReadingMemory()
                                     ? tr("Reading memory…")
                                     : tr("The crash file has no memory of this place."),
                                 {},
                                 {}});
    if (m_registers->model() && m_registers->model()->rowCount() > 0)
        m_registersView->showContent();
    else
        m_registersView->showState({QStringLiteral("registers"),
                                    tr("The registers of this frame are not known."),
                                    {},
                                    {}});
}

void EvidenceView::showSignature()
{
    const QString text = session() ? session()->evidence().signatureText() : QString();
    m_signatureTitle->setCaption(text.isEmpty() ? QString() : tr("shipped rules"));
    m_signatureText->setFullText(shownText(text));
    m_signatureText->setVisible(!text.isEmpty());
}

ViewState EvidenceView::emptyState()
{
    const QString icon = QStringLiteral("stack");
    if (!session())
        return noReportState(icon, tr("Why a stack is as it is appears here when a report is "
                                      "open."));
    switch (session()->evidence().state()) {
    case WalkEvidence::State::Reading: return {icon, tr("Walking the stack again…"), {}, {}};
    case WalkEvidence::State::NotYet:
        return {icon, tr("The stack is explained when the report is complete."), {}, {}};
    case WalkEvidence::State::NotWalked:
        return {icon, tr("This stack came with the file, so no step of a walk was tried."), {}, {}};
    case WalkEvidence::State::NotRead:
        return {icon,
                tr("The stack cannot be walked here: the symbolication was stopped, or a "
                   "server did it."),
                {},
                {}};
    case WalkEvidence::State::NoThread:
    case WalkEvidence::State::Known: break;
    }
    return {icon, tr("Select a thread to see why its stack is as it is."), {}, {}};
}

QString EvidenceView::selectedText() const
{
    for (const RowView* view : {m_signature, m_memory, m_registers}) {
        if (view->hasFocus())
            return view->selectedText();
    }
    return m_rows->selectedText();
}

} // namespace faultline::ui
