// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/disassembly_view.h"

#include "ui/bridge/frame_code.h"
#include "ui/models/shown_text.h"
#include "ui/style/text_colour.h"
#include "ui/views/code_rows_view.h"
#include "ui/views/elided_label.h"
#include "ui/views/flat_button.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace faultline::ui {

namespace {

constexpr int kWidthForBytes = 240; ///< In steps of the theme's grid.
constexpr int kWidthOfPlace = 48;

} // namespace

DisassemblyView::DisassemblyView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_place(new QLineEdit(this)),
      m_origin(new ElidedLabel(Qt::ElideRight, this)),
      m_back(new FlatButton(theme(), tr("Back"), this)), m_rows(new CodeRowsView(theme(), this)),
      m_view(new StatefulView(theme(), m_rows, this))
{
    m_rows->setAccessibleName(tr("Disassembly"));
    m_rows->setObjectName(QStringLiteral("disassembly.rows"));
    m_rows->setHeaderHidden(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(m_view, 1);
    setFocusProxy(m_rows);
    connect(m_rows, &RowView::rowChosen, this, &DisassemblyView::follow);
    connect(m_rows, &RowView::menuOpened, this, &DisassemblyView::addToMenu);
    connect(m_place, &QLineEdit::returnPressed, this, [this] { go(m_place->text()); });
    connect(m_back, &QAbstractButton::clicked, this,
            [this] { Q_EMIT commandRequested(QStringLiteral("go.back")); });
    connect(&theme(), &Theme::changed, this, &DisassemblyView::applyTheme);
    applyTheme();
    refresh();
}

QWidget* DisassemblyView::buildBar()
{
    m_place->setObjectName(QStringLiteral("disassembly.place"));
    m_place->setAccessibleName(tr("Go to address, register, module or function"));
    m_place->setPlaceholderText(tr("Go to, such as rip+20"));
    m_place->setToolTip(shownText(tr("An address, a register, a module or a function, with + or - "
                                     "and a hexadecimal number. Empty goes to the frame.")));
    m_back->setObjectName(QStringLiteral("disassembly.back"));
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->addWidget(m_place);
    layout->addWidget(m_back);
    layout->addWidget(m_origin, 1);
    return bar;
}

bool DisassemblyView::askForPlace()
{
    m_place->setFocus(Qt::ShortcutFocusReason);
    m_place->selectAll();
    return true;
}

void DisassemblyView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_place->setFont(theme().fixedFont());
    m_place->setFixedWidth(kWidthOfPlace * m.step);
    m_place->parentWidget()->layout()->setContentsMargins(m.textMargin(), m.step, m.textMargin(),
                                                          m.step);
    m_origin->setFont(theme().captionFont());
    showCode();
}

void DisassemblyView::bind(ReportSession& session)
{
    m_rows->setModel(&session.code().rows());
    m_rows->enableColumnMenu();
    m_hidden.clear();
    showColumns();
    m_shownAnswer = 0;
    connect(&session.place(), &StackPlace::frameSelected, this, &DisassemblyView::refresh);
    connect(&session.place(), &StackPlace::threadSelected, this, &DisassemblyView::refresh);
    connect(&session, &ReportSession::factsChanged, this, &DisassemblyView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &DisassemblyView::refresh);
    connect(&session.code(), &FrameCode::changed, this, &DisassemblyView::showCode);
}

/// Code is read only for a dock that is in sight.
void DisassemblyView::refresh()
{
    if (session() && isVisible())
        session()->requestCode();
    showCode();
}

void DisassemblyView::showEvent(QShowEvent* event)
{
    ReportView::showEvent(event);
    refresh();
}

void DisassemblyView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    showColumns();
}

/// Bytes are there where they take no room from the instructions. Where there is little, offsets in
/// the module stand for the longer addresses.
void DisassemblyView::showColumns()
{
    if (!session())
        return;
    const auto& rows = session()->code().rows().allRows();
    const bool hasOffsets =
        std::ranges::any_of(rows, [](const CodeRow& row) { return !row.offset.isEmpty(); });
    const bool isNarrow = width() < kWidthForBytes * theme().metrics().step;
    QList<int> hidden;
    hidden.append(isNarrow && hasOffsets ? int(CodeModel::AddressColumn)
                                         : int(CodeModel::OffsetColumn));
    if (isNarrow)
        hidden.append(CodeModel::BytesColumn);
    session()->code().rows().showOffsets(isNarrow && hasOffsets);
    if (std::exchange(m_hidden, hidden) != hidden)
        m_rows->setHiddenColumns(hidden);
}

void DisassemblyView::go(const QString& place)
{
    if (!session())
        return;
    session()->requestCode();
    session()->code().go(place);
}

void DisassemblyView::showCode()
{
    const FrameCode* code = session() ? &session()->code() : nullptr;
    const bool isKnown = code && code->state() == FrameCode::State::Known;
    m_place->setEnabled(session());
    m_back->setVisible(code && code->isElsewhere());
    m_origin->setFullText(isKnown ? code->origin() : QString());
    setTextColour(*m_origin,
                  isKnown && code->differs() ? theme().tokens().warn : theme().tokens().dim);
    const auto frame = session() ? session()->place().currentFrame() : std::nullopt;
    Q_EMIT captionChanged(frame && isKnown ? tr("frame %1").arg(frame->physicalIndex) : QString());
    if (!isKnown)
        return m_view->showState(emptyState());
    showColumns();
    m_view->showContent();
    if (m_shownAnswer != code->answerNumber())
        showPlace();
}

void DisassemblyView::showPlace()
{
    FrameCode& code = session()->code();
    m_shownAnswer = code.answerNumber();
    if (!m_place->hasFocus()) // Back and links lead to other places than the one that was typed.
        m_place->setText(code.place());
    if (code.placeRow() < 0)
        return;
    const QModelIndex index = code.rows().index(code.placeRow(), 0);
    m_rows->setCurrentIndex(index);
    m_rows->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

/// Enter on a jump or call goes to where it leads.
void DisassemblyView::follow(const QModelIndex& index)
{
    const CodeRow* row = session() ? session()->code().rows().rowAt(index.row()) : nullptr;
    if (!row || row->target == 0)
        return;
    go(QStringLiteral("0x%1").arg(row->target, 0, 16));
}

void DisassemblyView::addToMenu(QMenu& menu, const QModelIndex& index)
{
    const CodeRow* row = session() ? session()->code().rows().rowAt(index.row()) : nullptr;
    if (!row || row->id.isHeading)
        return;
    const quint64 place = row->place;
    const quint64 target = row->target;
    menu.addAction(
            tr("Show in Memory"), this,
            [this, place] { Q_EMIT memoryRequested(QStringLiteral("0x%1").arg(place, 0, 16)); })
        ->setEnabled(place != 0);
    menu.addAction(tr("Go to Target"), this,
                   [this, target] { go(QStringLiteral("0x%1").arg(target, 0, 16)); })
        ->setEnabled(target != 0);
}

ViewState DisassemblyView::emptyState()
{
    const QString icon = QStringLiteral("braces");
    if (!session())
        return noReportState(icon, tr("Instructions appear here when a native report is open."));
    switch (session()->code().state()) {
    case FrameCode::State::Reading: return {icon, tr("Disassembling…"), {}, {}};
    case FrameCode::State::NoAddress:
        return {icon, tr("This frame has no address, so its code is not known."), {}, {}};
    case FrameCode::State::NotUnderstood:
        return {icon,
                tr("“%1” is no address, register, module or function.")
                    .arg(richText(session()->code().place())),
                {},
                {}};
    case FrameCode::State::RegisterNotKnown:
        return {icon, tr("The value of this register was not recovered for this frame."), {}, {}};
    case FrameCode::State::NoBytes:
        return {
            icon,
            tr("Neither the crash file nor a file of the module has the bytes at this address."),
            {{tr("Why?"), [this] { Q_EMIT commandRequested(QStringLiteral("symbols.why")); }}},
            {}};
    case FrameCode::State::NoDecoder:
        return {icon, tr("Instructions of this processor cannot be decoded."), {}, {}};
    case FrameCode::State::DecoderMissing:
        return {icon,
                tr("Faultline's disassembler cannot be used: a part of the program is missing."),
                {},
                session()->code().detail()};
    case FrameCode::State::NoCode:
        return {icon, tr("These bytes are no instruction of this processor."), {}, {}};
    case FrameCode::State::NotNative:
        return {icon, tr("Reports of this kind have no instructions."), {}, {}};
    case FrameCode::State::NoFrame:
    case FrameCode::State::Known: break;
    }
    if (session()->state() == ReportSession::State::Loading)
        return {icon, tr("Reading the report…"), {}, {}};
    return {icon, tr("Select a frame to see its instructions."), {}, {}};
}

QString DisassemblyView::selectedText() const
{
    return m_place->hasFocus() ? m_place->selectedText() : m_rows->selectedText();
}

} // namespace faultline::ui
