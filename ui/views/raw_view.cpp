// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/raw_view.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/hex_view.h"
#include "ui/views/row_view.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

/// A view of this width, in characters, has room for the list with every column and the bytes side
/// by side.
constexpr double kBesideCharacters = 190;
constexpr double kWideCharacters = 95;

} // namespace

RawView::RawView(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_rows(new RowView(theme(), RowHeight::Dense, this)),
      m_hex(new HexView(theme(), this)), m_remark(plainLabel(this)),
      m_bytes(new StatefulView(theme(), m_hex, this)), m_splitter(new QSplitter(this)),
      m_view(new StatefulView(theme(), m_splitter, this))
{
    m_rows->setAccessibleName(tr("Streams"));
    m_rows->setObjectName(QStringLiteral("raw.rows"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_hex->setAccessibleName(tr("Bytes of the stream"));
    m_hex->setObjectName(QStringLiteral("raw.bytes"));
    m_splitter->addWidget(m_rows);
    m_splitter->addWidget(buildBytes());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    setFocusProxy(m_rows);
    connect(m_rows, &RowView::currentRowChanged, this, [this](const QModelIndex& index) {
        if (session())
            session()->selectStream(index.data(IdRole).toInt());
    });
    connect(m_rows, &RowView::rowChosen, this, [this] { m_hex->setFocus(Qt::OtherFocusReason); });
    connect(&theme(), &Theme::changed, this, &RawView::applyTheme);
    applyTheme();
    refresh();
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
    m_rows->setModel(&session.streams());
    m_rows->enableColumnMenu();
    showColumns();
    connect(&session, &ReportSession::streamSelected, this, &RawView::showCurrentStream);
    connect(&session, &ReportSession::factsChanged, this, &RawView::refresh);
    connect(&session, &ReportSession::stateChanged, this, &RawView::refresh);
}

void RawView::refresh()
{
    const int count = session() ? session()->streams().rowCount() : 0;
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
    else if (session()->noStreamsText().isEmpty())
        m_view->showState({icon, tr("No streams of this file are known."), {}, {}});
    else
        m_view->showState({icon, richText(session()->noStreamsText()), {}, {}});
}

void RawView::showCurrentStream()
{
    const int current = session()->currentStream();
    const StreamRow* stream = session()->streams().rowAt(current);
    if (!stream)
        return;
    if (m_rows->currentIndex().row() != current) {
        const QSignalBlocker blocker(m_rows);
        m_rows->setCurrentIndex(session()->streams().index(current, 0));
    }
    if (m_hex->source() != session()->streamBytes())
        showBytes(*stream);
}

void RawView::showBytes(const StreamRow& stream)
{
    ByteSource* bytes = session()->streamBytes();
    m_hex->setSource(bytes);
    m_remark->setText(
        shownText(tr("%1 (%2): %3").arg(stream.type, stream.number, stream.explanation)));
    if (bytes->sizeBytes() > 0)
        return m_bytes->showContent();
    const QString name = QStringLiteral("<b>%1</b>").arg(richText(stream.type));
    m_bytes->showState({QStringLiteral("raw"),
                        stream.sizeBytes > 0 ? tr("The bytes of %1 lie outside the file.").arg(name)
                                             : tr("%1 has no bytes.").arg(name),
                        {},
                        {}});
}

void RawView::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    applyWidth();
}

void RawView::applyWidth()
{
    const double characters = width() / QFontMetricsF(font()).averageCharWidth();
    const Arrangement arrangement = characters > kBesideCharacters ? Arrangement::Beside
                                    : characters > kWideCharacters ? Arrangement::Wide
                                                                   : Arrangement::Narrow;
    if (m_arrangement == arrangement)
        return;
    m_arrangement = arrangement;
    const bool isBeside = arrangement == Arrangement::Beside;
    m_splitter->setOrientation(isBeside ? Qt::Horizontal : Qt::Vertical);
    m_splitter->setSizes(isBeside ? QList<int>{1000, 1000}
                                  : QList<int>{800, 1200}); // The sizes are shares, not pixels.
    showColumns();
}

void RawView::showColumns()
{
    const bool isNarrow = m_arrangement == Arrangement::Narrow;
    m_rows->setColumnWidths({4, 0, 11, 17, 11, 12, 11});
    m_rows->setHiddenColumns(isNarrow
                                 ? QList<int>{StreamModel::IndexColumn, StreamModel::VendorColumn,
                                              StreamModel::OffsetColumn}
                                 : QList<int>());
}

QString RawView::selectedText() const
{
    return m_hex->hasFocus() ? m_hex->selectedText() : m_rows->selectedText();
}

} // namespace faultline::ui
