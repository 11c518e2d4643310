// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/summary_bar.h"

#include "ui/models/shown_text.h"
#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/chip.h"
#include "ui/views/elided_label.h"

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
      m_facts(richLabel(this)), m_product(new Chip(theme(), this)),
      m_system(new Chip(theme(), this)), m_time(new Chip(theme(), this)),
      m_quality(new Chip(theme(), this))
{
    setObjectName(QStringLiteral("summary"));
    m_cause->setObjectName(QStringLiteral("summary.cause"));
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                     Qt::LinksAccessibleByKeyboard);
    m_facts->setObjectName(QStringLiteral("summary.facts"));
    connect(m_facts, &QLabel::linkActivated, this,
            [this] { copy(session()->header().signature, tr("Signature copied")); });
    m_facts->setContextMenuPolicy(Qt::NoContextMenu); // The bar's own menu has Copy.
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->installEventFilter(this);
    auto* text = new QVBoxLayout;
    text->setSpacing(2);
    text->addWidget(m_cause);
    text->addWidget(m_facts);
    text->insertStretch(0, 1);
    text->addStretch(1);
    auto* layout = new QHBoxLayout(this);
    layout->addLayout(text, 1);
    for (Chip* chip : {m_product, m_system, m_time, m_quality})
        layout->addWidget(chip);
    connect(&theme(), &Theme::changed, this, &SummaryBar::applyTheme);
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

/// The bar is there for the cause, so the chips before the last one give way to it. Crash details
/// have the same facts.
void SummaryBar::fitChips()
{
    const int spacing = layout()->spacing();
    const QMargins margins = layout()->contentsMargins();
    const int cause = m_cause->fontMetrics().horizontalAdvance(m_cause->text()) + spacing;
    int room = width() - margins.left() - margins.right() - std::min(cause, width() * 3 / 5);
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
    m_facts->setToolTip(shownText(shown.signature));
    m_facts->setText(factLine(shown));
    const QFontMetrics metrics(m_facts->font());
    for (QString* fact : {&shown.signature, &shown.thread, &shown.address}) {
        const int excess = m_facts->sizeHint().width() - m_facts->width();
        if (excess <= 0)
            return;
        const int room = metrics.horizontalAdvance(*fact) - excess;
        const QString cut = metrics.elidedText(*fact, Qt::ElideRight, std::max(room, 0));
        *fact = cut.size() > kLeastLetters ? cut : QString();
        m_facts->setText(factLine(shown));
    }
}

bool SummaryBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_facts && event->type() == QEvent::Resize && session())
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
    if (!header.signature.isEmpty())
        parts.append(tr("signature %1")
                         .arg(QStringLiteral("<a href='signature' style='color:%1'>%2</a>")
                                  .arg(theme().tokens().dim.name(), richText(header.signature))));
    if (parts.isEmpty())
        parts.append(header.kind.isEmpty() ? richText(session()->path()) : richText(header.kind));
    return parts.join(QStringLiteral("&nbsp; · &nbsp;"));
}

void SummaryBar::copy(const QString& text, const QString& message)
{
    QGuiApplication::clipboard()->setText(text);
    QToolTip::showText(mapToGlobal(m_facts->geometry().bottomLeft()), message, this);
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
    layout()->setSpacing(9 * m.step / 2);
    setFixedHeight(15 * m.step);
    m_cause->setFont(theme().headlineFont());
    // Some interface fonts draw the x of "0x18" as a multiplication sign.
    QFont facts = theme().interfaceFont();
    facts.setStyleStrategy(QFont::PreferNoShaping);
    m_facts->setFont(facts);
    setTextColour(*m_facts, theme().tokens().dim);
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
