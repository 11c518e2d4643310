// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory_view.h"

#include "ui/bridge/frame_memory.h"
#include "ui/models/shown_text.h"
#include "ui/style/text_colour.h"
#include "ui/views/elided_label.h"
#include "ui/views/flat_button.h"
#include "ui/views/row_view.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

#include <utility>

namespace faultline::ui {

namespace {

constexpr int kWidthOfPlace = 48; ///< In steps of the theme's grid.

} // namespace

MemoryView::MemoryView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_place(new QLineEdit(this)),
      m_origin(new ElidedLabel(Qt::ElideRight, this)),
      m_back(new FlatButton(theme(), tr("Back"), this)), m_words(new FlatButton(theme(), {}, this)),
      m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setAccessibleName(tr("Memory"));
    m_rows->setObjectName(QStringLiteral("memory.rows"));
    m_rows->setHeaderHidden(true);
    m_rows->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(m_view, 1);
    setFocusProxy(m_rows);
    buildWords();
    connect(m_rows, &RowView::rowChosen, this, &MemoryView::follow);
    connect(m_rows, &RowView::currentRowChanged, this, &MemoryView::inspect);
    connect(m_rows, &RowView::menuOpened, this,
            [this](QMenu& menu) { menu.addActions(m_wordActions); });
    connect(m_place, &QLineEdit::returnPressed, this, [this] { go(m_place->text()); });
    connect(m_back, &QAbstractButton::clicked, this,
            [this] { Q_EMIT commandRequested(QStringLiteral("go.back")); });
    connect(&theme(), &Theme::changed, this, &MemoryView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* MemoryView::buildBar()
{
    m_place->setObjectName(QStringLiteral("memory.place"));
    m_place->setAccessibleName(tr("Go to address, register, module or function"));
    m_place->setPlaceholderText(tr("Go to, such as rsp+20"));
    m_place->setToolTip(
        shownText(tr("An address, a register, a module or a function, with + or - "
                     "and a hexadecimal number. Empty goes to the stack pointer.")));
    m_back->setObjectName(QStringLiteral("memory.back"));
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->addWidget(m_place);
    layout->addWidget(m_back);
    layout->addWidget(m_origin, 1);
    return bar;
}

void MemoryView::buildWords()
{
    auto* menu = new QMenu(m_words);
    auto* group = new QActionGroup(menu);
    for (const QString& text : {tr("Pointers"), tr("Bytes"), tr("Words of 2 bytes"),
                                tr("Words of 4 bytes"), tr("Words of 8 bytes")}) {
        auto* action = menu->addAction(withoutKeys(text));
        action->setCheckable(true);
        group->addAction(action);
        m_wordActions.append(action);
    }
    connect(group, &QActionGroup::triggered, this, [this](const QAction* action) {
        for (ReportSession* each : context().workbench.sessions())
            each->memory().setWords(MemoryWords(m_wordActions.indexOf(action)));
        m_shownAnswer = 0;
        showMemory();
    });
    m_words->setMenu(menu);
    m_words->setObjectName(QStringLiteral("memory.words"));
}

QWidget* MemoryView::titleWidget()
{
    return m_words;
}

bool MemoryView::askForPlace()
{
    m_place->setFocus(Qt::ShortcutFocusReason);
    m_place->selectAll();
    return true;
}

void MemoryView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_place->setFont(theme().fixedFont());
    m_place->setFixedWidth(kWidthOfPlace * m.step);
    m_place->parentWidget()->layout()->setContentsMargins(m.textMargin(), m.step, m.textMargin(),
                                                          m.step);
    m_origin->setFont(theme().captionFont());
    setTextColour(*m_origin, theme().tokens().dim);
}

void MemoryView::bind(ReportSession& session)
{
    m_rows->setModel(&session.memory().rows());
    m_rows->enableColumnMenu();
    m_shownAnswer = 0;
    m_shownWords.reset();
    connect(&session.place(), &StackPlace::frameSelected, this, &MemoryView::refresh);
    connect(&session.place(), &StackPlace::threadSelected, this, &MemoryView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &MemoryView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &MemoryView::refresh);
    connect(&session.memory(), &FrameMemory::changed, this, &MemoryView::showMemory);
}

/// Memory is read only for a dock that is in sight.
void MemoryView::refresh()
{
    if (session() && isVisible())
        session()->requestMemory();
    showMemory();
}

void MemoryView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void MemoryView::go(const QString& place)
{
    if (!session())
        return;
    session()->requestMemory();
    session()->memory().go(place);
}

void MemoryView::showMemory()
{
    const FrameMemory* memory = session() ? &session()->memory() : nullptr;
    const bool isKnown = memory && memory->state() == FrameMemory::State::Known;
    m_place->setEnabled(session());
    m_back->setVisible(memory && memory->isElsewhere());
    m_origin->setFullText(isKnown ? memory->origin() : QString());
    showWords();
    if (!isKnown)
        return m_view->showState(emptyState());
    m_view->showContent();
    if (m_shownAnswer != memory->answerNumber())
        showPlace();
}

void MemoryView::showWords()
{
    const auto words = session() ? session()->memory().words() : MemoryWords::Pointers;
    QAction* chosen = m_wordActions.value(int(words));
    if (!chosen)
        return;
    chosen->setChecked(true);
    m_words->setText(chosen->text());
    m_words->setAccessibleName(tr("Show memory as: %1").arg(chosen->text()));
    m_words->updateGeometry();
    m_words->setEnabled(session());
    if (std::exchange(m_shownWords, words) == words)
        return;
    m_rows->setColumnWidths(words == MemoryWords::Pointers ? QList<double>()
                                                           : QList<double>{17, 56, 19, 0});
}

void MemoryView::showPlace()
{
    FrameMemory& memory = session()->memory();
    m_shownAnswer = memory.answerNumber();
    if (!m_place->hasFocus()) // Back and links lead to other places than the one that was typed.
        m_place->setText(memory.place());
    if (memory.placeRow() < 0)
        return;
    const QModelIndex index = memory.rows().index(memory.placeRow(), 0);
    m_rows->setCurrentIndex(index);
    m_rows->scrollTo(index, QAbstractItemView::PositionAtCenter);
    inspect(index);
}

void MemoryView::inspect(const QModelIndex& index)
{
    const MemoryRow* row = session() ? session()->memory().rows().rowAt(index.row()) : nullptr;
    if (row)
        session()->memory().select(row->address);
}

/// Enter on a row follows its first pointer.
void MemoryView::follow(const QModelIndex& index)
{
    const MemoryRow* row = session() ? session()->memory().rows().rowAt(index.row()) : nullptr;
    if (row && row->target != 0)
        session()->memory().go(QStringLiteral("0x%1").arg(row->target, 0, 16));
}

/// Keys lead on where the rows that were read end.
bool MemoryView::moveOn(int key)
{
    const auto& rows = session()->memory().rows();
    const int current = m_rows->currentIndex().row();
    const bool isUp = (key == Qt::Key_Up || key == Qt::Key_PageUp) && current == 0;
    const bool isDown =
        (key == Qt::Key_Down || key == Qt::Key_PageDown) && current == rows.rowCount() - 1;
    const MemoryRow* row = rows.rowAt(current);
    if (!row || (!isUp && !isDown) || (isUp && row->address == 0))
        return false;
    session()->memory().move(row->address);
    return true;
}

bool MemoryView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_rows && event->type() == QEvent::KeyPress && session() &&
        moveOn(static_cast<QKeyEvent*>(event)->key()))
        return true;
    return ReportView::eventFilter(watched, event);
}

ViewState MemoryView::emptyState()
{
    const QString icon = QStringLiteral("raw");
    if (!session())
        return noReportState(icon, tr("Memory appears here when a native report is open."));
    switch (session()->memory().state()) {
    case FrameMemory::State::Reading: return {icon, tr("Reading memory…"), {}, {}};
    case FrameMemory::State::NotUnderstood:
        return {icon,
                tr("“%1” is no address, register, module or function.")
                    .arg(richText(session()->memory().place())),
                {},
                {}};
    case FrameMemory::State::RegisterNotKnown:
        return {icon, tr("The value of this register was not recovered for this frame."), {}, {}};
    case FrameMemory::State::NoAddress:
        return {icon,
                tr("This frame has no stack pointer. Go to an address to see its memory."),
                {},
                {}};
    case FrameMemory::State::NotNative:
        return {icon, tr("Reports of this kind have no memory."), {}, {}};
    case FrameMemory::State::NoFrame:
    case FrameMemory::State::Known: break;
    }
    if (session()->state() == ReportSession::State::Loading)
        return {icon, tr("Reading the report…"), {}, {}};
    return {icon, tr("Select a frame to see its memory."), {}, {}};
}

QString MemoryView::selectedText() const
{
    return m_place->hasFocus() ? m_place->selectedText() : m_rows->selectedText();
}

} // namespace faultline::ui
