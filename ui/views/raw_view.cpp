// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/raw_view.h"

#include "ui/bridge/file_streams.h"
#include "ui/bridge/stream_fields.h"
#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/hex_view.h"
#include "ui/views/row_view.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

/// A view of this width, in characters, has room for fields and bytes beside the list.
constexpr double kBesideCharacters = 95;
constexpr double kListCharacters = 44; ///< Names, sizes and states of streams can be read.

} // namespace

RawView::RawView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_hex(new HexView(theme(), this)), m_remark(plainLabel(this)),
      m_fields(new RowView(theme(), RowHeight::Dense, this)),
      m_content(new QSplitter(Qt::Vertical, this)),
      m_bytes(new StatefulView(theme(), m_content, this)), m_splitter(new QSplitter(this)),
      m_view(new StatefulView(theme(), m_splitter, this))
{
    m_rows->setAccessibleName(tr("Streams"));
    m_rows->setObjectName(QStringLiteral("raw.rows"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_hex->setAccessibleName(tr("Bytes of the stream"));
    m_hex->setObjectName(QStringLiteral("raw.bytes"));
    buildFields();
    m_splitter->addWidget(m_rows);
    m_splitter->addWidget(buildBytes());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    connect(m_rows, &RowView::currentRowChanged, this, [this](const QModelIndex& index) {
        if (session())
            session()->streams().select(index.data(IdRole).toInt());
    });
    connect(m_rows, &RowView::rowChosen, this, [this] { m_hex->setFocus(Qt::OtherFocusReason); });
    connect(&theme(), &Theme::changed, this, &RawView::applyTheme);
    applyTheme();
    refresh();
}

void RawView::buildFields()
{
    m_fields->setAccessibleName(tr("Fields of the stream"));
    m_fields->setObjectName(QStringLiteral("raw.fields"));
    m_fields->setSelectionMode(QAbstractItemView::SingleSelection);
    m_content->addWidget(m_fields);
    m_content->addWidget(m_hex);
    m_content->setChildrenCollapsible(false);
    m_content->setHandleWidth(1);
    connect(m_fields, &RowView::currentRowChanged, this, &RawView::selectField);
    const auto toggle = [this](const QModelIndex& index) {
        if (session())
            session()->streams().fields().toggle(index.row());
    };
    connect(m_fields, &RowView::groupToggled, this, toggle);
    connect(m_fields, &RowView::rowChosen, this, toggle);
}

QWidget* RawView::buildBytes()
{
    auto* pane = new QWidget(this);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_remark);
    layout->addWidget(m_bytes, 1);
    m_remark->setWordWrap(true);
    m_remark->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_remark->setAutoFillBackground(true);
    m_remark->setBackgroundRole(QPalette::AlternateBase);
    return pane;
}

void RawView::applyTheme()
{
    const Metrics& m = theme().metrics();
    m_remark->setContentsMargins(m.barMargin(), m.step, m.barMargin(), m.step);
    m_remark->setFont(theme().captionFont());
    setTextColour(*m_remark, theme().tokens().dim);
}

void RawView::bind(ReportSession& session)
{
    m_rows->setModel(&session.streams().rows());
    m_rows->enableColumnMenu();
    m_fields->setModel(&session.streams().fields().rows());
    connect(&session.streams().fields(), &StreamFields::changed, this, &RawView::showFields);
    showColumns();
    connect(&session.streams(), &FileStreams::selected, this, &RawView::showCurrentStream);
    connect(&session, &ReportSession::factsChanged, this, &RawView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &RawView::refresh);
}

void RawView::refresh()
{
    const int count = session() ? session()->streams().rows().rowCount() : 0;
    Q_EMIT captionChanged(count > 0 ? tr("%n stream(s)", nullptr, count) : QString());
    if (count > 0) {
        m_view->showContent();
        return showCurrentStream();
    }
    m_hex->setSource(nullptr);
    const QString icon = QStringLiteral("raw");
    if (!session())
        m_view->showState(noReportState(
            icon, tr("The streams of a minidump appear here when a report is open.")));
    else if (session()->state() == ReportSession::State::Loading)
        m_view->showState({icon, tr("Reading streams…"), {}, {}});
    else if (session()->streams().absence().isEmpty())
        m_view->showState({icon, tr("No streams of this file are known."), {}, {}});
    else
        m_view->showState({icon, richText(session()->streams().absence()), {}, {}});
}

void RawView::showCurrentStream()
{
    const int current = session()->streams().current();
    const StreamRow* stream = session()->streams().rows().rowAt(current);
    if (!stream)
        return;
    if (m_rows->currentIndex().row() != current) {
        const QSignalBlocker blocker(m_rows);
        m_rows->setCurrentIndex(session()->streams().rows().index(current, 0));
    }
    if (m_hex->source() != session()->streams().bytes())
        showBytes(*stream);
}

void RawView::showBytes(const StreamRow& stream)
{
    ByteSource* bytes = session()->streams().bytes();
    m_hex->setSource(bytes);
    session()->streams().fields().show(session()->streams().current());
    showRemark();
    if (bytes->sizeBytes() > 0)
        return showFields();
    const QString name = QStringLiteral("<b>%1</b>").arg(richText(stream.type));
    m_bytes->showState({QStringLiteral("raw"),
                        stream.sizeBytes > 0 ? tr("The bytes of %1 lie outside the file.").arg(name)
                                             : tr("%1 has no bytes.").arg(name),
                        {},
                        {}});
}

void RawView::showRemark()
{
    const StreamRow* stream = session()->streams().rows().rowAt(session()->streams().current());
    if (!stream)
        return m_remark->clear();
    QString remark = tr("%1 (%2): %3").arg(stream->type, stream->number, stream->explanation);
    const StreamFields& fields = session()->streams().fields();
    if (fields.state() == StreamFields::State::Known && fields.isCut())
        remark += u' ' + tr("There are more fields than are shown.");
    if (fields.state() == StreamFields::State::Known && fields.isShort())
        remark += u' ' + tr("The bytes end before the last field.");
    m_remark->setText(shownText(remark));
}

/// The environment of a process may hold secrets, so neither its fields nor its bytes are shown
/// before the user asks for them.
void RawView::showFields()
{
    if (!session() || !m_hex->source() || m_hex->source()->sizeBytes() == 0)
        return;
    StreamFields& fields = session()->streams().fields();
    if (fields.state() == StreamFields::State::Reading)
        return m_bytes->showState({QStringLiteral("raw"), tr("Reading the stream…"), {}, {}});
    if (fields.isHidden())
        return m_bytes->showState(
            {QStringLiteral("raw"),
             tr("The environment of the process may hold secrets, so it is not shown."),
             {{tr("Show"), [&fields] { fields.reveal(); }}},
             {}});
    showRemark();
    m_fields->setVisible(fields.rows().rowCount() > 0);
    m_bytes->showContent();
}

void RawView::selectField(const QModelIndex& index)
{
    const FieldRow* field =
        session() ? session()->streams().fields().rows().rowAt(index.row()) : nullptr;
    if (field)
        m_hex->selectBytes(field->firstByte, field->sizeBytes);
}

void RawView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    applyWidth();
}

void RawView::applyWidth()
{
    const double character = QFontMetricsF(font()).averageCharWidth();
    const Arrangement arrangement =
        width() > kBesideCharacters * character ? Arrangement::Beside : Arrangement::Narrow;
    if (m_arrangement == arrangement)
        return;
    m_arrangement = arrangement;
    const bool isBeside = arrangement == Arrangement::Beside;
    m_splitter->setOrientation(isBeside ? Qt::Horizontal : Qt::Vertical);
    const int list = qRound(kListCharacters * character);
    m_splitter->setSizes(isBeside ? QList<int>{list, std::max(1, width() - list)}
                                  : QList<int>{800, 1200}); // Shares, not pixels.
    showColumns();
}

/// The number and the place of a stream stand above its bytes.
void RawView::showColumns()
{
    QList<int> hidden{StreamModel::NumberColumn, StreamModel::OffsetColumn};
    if (m_arrangement == Arrangement::Narrow)
        hidden.append({StreamModel::IndexColumn, StreamModel::VendorColumn});
    m_rows->setHiddenColumns(hidden);
}

QString RawView::selectedText() const
{
    if (m_fields->hasFocus())
        return m_fields->selectedText();
    return m_hex->hasFocus() ? m_hex->selectedText() : m_rows->selectedText();
}

} // namespace faultline::ui
