// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/summary_bar.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/chip.h"
#include "ui/views/elided_label.h"
#include "ui/views/link_button.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr qsizetype kLeastLetters = 4; ///< Less of a fact says nothing.

}

SummaryBar::SummaryBar(const UiContext& uiContext, QWidget* parent)
    : ReportView(uiContext, parent), m_cause(new ElidedLabel(Qt::ElideRight, this)),
      m_line(new QWidget(this)), m_facts(richLabel(m_line)),
      m_signature(new LinkButton(theme(), m_line)), m_product(new Chip(theme(), this)),
      m_system(new Chip(theme(), this)), m_time(new Chip(theme(), this)),
      m_quality(new Chip(theme(), this))
{
    setObjectName(QStringLiteral("summary"));
    m_cause->setObjectName(QStringLiteral("summary.cause"));
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setObjectName(QStringLiteral("summary.facts"));
    m_facts->setContextMenuPolicy(Qt::NoContextMenu); // The bar's own menu has Copy.
    m_facts->setMinimumWidth(1);
    m_signature->setObjectName(QStringLiteral("summary.signature"));
    m_signature->setAccessibleDescription(tr("Copies the signature"));
    connect(m_signature, &LinkButton::clicked, this,
            [this] { copy(session()->header().signature, tr("Signature copied")); });
    m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_line->installEventFilter(this);
    auto* line = new QHBoxLayout(m_line);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(m_facts);
    line->addWidget(m_signature);
    line->addStretch(1);
    auto* text = new QVBoxLayout;
    text->setSpacing(2);
    text->addWidget(m_cause);
    text->addWidget(m_line);
    text->insertStretch(0, 1);
    text->addStretch(1);
    auto* layout = new QHBoxLayout(this);
    layout->addLayout(text, 1);
    for (Chip* chip : {m_product, m_system, m_time, m_quality})
        layout->addWidget(chip);
    connect(&theme(), &Theme::changed, this, &SummaryBar::applyTheme);
    // The labels take a new font after this, and what fits is measured with it.
    connect(&theme(), &Theme::changed, this, &SummaryBar::refresh, Qt::QueuedConnection);
    applyTheme();
}

void SummaryBar::bind(ReportSession& session)
{
    connect(&session, &ReportSession::headerChanged, this, &SummaryBar::refresh);
    connect(&session, &ReportSession::stateChanged, this, &SummaryBar::refresh);
    connect(&session, &ReportSession::stepChanged, this, &SummaryBar::refresh);
}

void SummaryBar::refresh()
{
    if (!session())
        return;
    const ReportHeader& header = session()->header();
    const bool loading = session()->state() == ReportSession::State::Loading;
    m_cause->setFullText(loading ? tr("Reading %1…").arg(header.fileName) : header.cause);
    showFacts();
    m_facts->setAccessibleName(
        shownText(tr("%1 at %2, %3, signature %4")
                      .arg(header.reason, header.address, header.thread, header.signature)));
    m_product->setFact(header.product);
    m_system->setFact(header.system);
    m_time->setFact(header.time);
    m_quality->setFact(header.quality, header.missingModules + header.wrongBuilds > 0
                                           ? Chip::Mood::Warn
                                           : Chip::Mood::Plain);
    fitChips();
}

/// The bar is there for the cause and for what is known about it, so the chips before the last one
/// give way to them. Crash details have the same facts.
void SummaryBar::fitChips()
{
    const int spacing = layout()->spacing();
    const QMargins margins = layout()->contentsMargins();
    const int cause = m_cause->fontMetrics().horizontalAdvance(m_cause->text());
    const int wanted = std::max(cause, m_factsWidth) + 2 * spacing;
    int room = width() - margins.left() - margins.right() - std::min(wanted, width() * 7 / 10);
    for (Chip* chip : {m_quality, m_time, m_system, m_product}) {
        const int needed = chip->sizeHint().width() + spacing;
        const bool fits = needed <= room || chip == m_quality;
        chip->setVisible(fits && !chip->text().isEmpty());
        if (fits && !chip->text().isEmpty())
            room -= needed;
    }
}

void SummaryBar::resizeEvent(QResizeEvent* event)
{
    ReportView::resizeEvent(event);
    if (session())
        fitChips();
}

/// When the line is too short, the signature gives way, then the thread, then the address.
void SummaryBar::showFacts()
{
    ReportHeader shown = session()->header();
    for (QString* fact :
         {&shown.signature, &shown.thread, &shown.address, &shown.reason, &shown.kind})
        *fact = shownText(*fact);
    // A label's hint is never less than its least width, which is that of the line before.
    // It also keeps the hint of another font for a text that stays the same.
    m_facts->clear();
    m_facts->setMinimumWidth(1);
    m_signature->setFullText(shown.signature);
    m_facts->setText(factLine(shown));
    m_factsWidth = m_facts->sizeHint().width() + m_signature->sizeHint().width();
    const int least = m_signature->isHidden() ? 0 : m_signature->minimumSizeHint().width();
    if (least > 0 && m_facts->sizeHint().width() + least > m_line->width()) {
        m_signature->hide();
        shown.signature.clear();
        m_facts->setText(factLine(shown));
    }
    const QFontMetrics metrics(m_facts->font());
    for (QString* fact : {&shown.thread, &shown.address}) {
        const int excess = m_facts->sizeHint().width() - m_line->width();
        if (excess <= 0)
            break;
        const int room = metrics.horizontalAdvance(*fact) - excess;
        const QString cut = metrics.elidedText(*fact, Qt::ElideRight, std::max(room, 0));
        *fact = cut.size() > kLeastLetters ? cut : QString();
        m_facts->setText(factLine(shown));
    }
    m_facts->setFixedWidth(std::min(m_facts->sizeHint().width(), std::max(1, m_line->width())));
}

bool SummaryBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::Resize && session())
        showFacts();
    return ReportView::eventFilter(watched, event);
}

QString SummaryBar::factLine(const ReportHeader& header) const
{
    QStringList parts;
    if (!header.reason.isEmpty()) {
        const QString address = QStringLiteral("<span style='font-family:\"%1\"'>%2</span>")
                                    .arg(theme().fixedFont().family(), richText(header.address));
        const QString reason = richText(header.reason);
        //: %1 is the reason of a crash, %2 an address
        parts.append(header.address.isEmpty() ? reason : tr("%1 at %2").arg(reason, address));
    }
    if (!header.thread.isEmpty())
        parts.append(richText(header.thread));
    if (parts.isEmpty())
        parts.append(header.kind.isEmpty() ? richText(session()->path()) : richText(header.kind));
    if (!header.signature.isEmpty()) //: followed by the signature of a crash
        parts.append(tr("signature") + QStringLiteral("&nbsp;"));
    return parts.join(QStringLiteral("&nbsp; · &nbsp;"));
}

void SummaryBar::copy(const QString& text, const QString& message)
{
    QGuiApplication::clipboard()->setText(text);
    QToolTip::showText(mapToGlobal(m_line->geometry().bottomLeft()), message, this);
}

/// Everything that the bar shows, as lines.
QString SummaryBar::summaryText() const
{
    const ReportHeader& header = session()->header();
    QStringList lines{header.cause};
    const QString reason = header.address.isEmpty()
                               ? header.reason
                               : tr("%1 at %2").arg(header.reason, header.address);
    for (const QString& line :
         {reason, header.thread,
          header.signature.isEmpty() ? QString() : tr("signature %1").arg(header.signature),
          header.product, header.system, header.time, header.quality}) {
        if (!line.isEmpty())
            lines.append(line);
    }
    return lines.join(u'\n');
}

void SummaryBar::contextMenuEvent(QContextMenuEvent* event)
{
    if (!session() || session()->state() != ReportSession::State::Ready)
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy Summary"), this,
                    [this] { copy(summaryText(), tr("Summary copied")); });
    menu->addAction(tr("Copy Signature"), this,
                    [this] { copy(session()->header().signature, tr("Signature copied")); });
    menu->popup(event->globalPos());
}

void SummaryBar::applyTheme()
{
    const Metrics& m = theme().metrics();
    layout()->setContentsMargins(7 * m.step / 2, 0, 7 * m.step / 2, 0);
    layout()->setSpacing(m.textMargin());
    setFixedHeight(15 * m.step);
    m_cause->setFont(theme().headlineFont());
    setTextColour(*m_facts, theme().tokens().dim);
    setTextColour(*m_signature, theme().tokens().dim);
    refresh();
    update();
}

void SummaryBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().tokens().base);
    painter.setPen(theme().tokens().line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace faultline::ui
