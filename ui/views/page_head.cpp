// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/page_head.h"

#include "ui/style/text_colour.h"
#include "ui/views/elided_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace faultline::ui {

namespace {

constexpr int kQuarterSteps = 57; ///< Height, in quarters of a step.

}

PageHead::PageHead(const Theme& theme, const QString& name, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_sentence(new ElidedLabel(Qt::ElideRight, this)),
      m_facts(new ElidedLabel(Qt::ElideRight, this)), m_layout(new QHBoxLayout(this))
{
    m_sentence->setObjectName(name + QStringLiteral(".sentence"));
    m_facts->setObjectName(name + QStringLiteral(".facts"));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addStretch(1);
    texts->addWidget(m_sentence);
    texts->addWidget(m_facts);
    texts->addStretch(1);
    m_layout->addLayout(texts, 1);
    connect(&theme, &Theme::changed, this, &PageHead::applyTheme);
    applyTheme();
}

void PageHead::setTexts(const QString& sentence, const QString& facts)
{
    m_sentence->setFullText(sentence);
    m_facts->setFullText(facts);
}

void PageHead::addRight(QWidget* widget)
{
    m_layout->addWidget(widget);
}

void PageHead::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    m_sentence->setFont(m_theme.headlineFont());
    setTextColour(*m_facts, m_theme.tokens().dim);
    setFixedHeight(kQuarterSteps * m.step / 4);
    m_layout->setContentsMargins(m.barMargin(), 0, m.barMargin(), 0);
    m_layout->setSpacing(m.textMargin());
    update();
}

void PageHead::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().base);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

PanelEdge::PanelEdge(const Theme& theme, Qt::Orientation orientation, QWidget* parent)
    : QWidget(parent), m_theme(theme)
{
    if (orientation == Qt::Vertical)
        setFixedWidth(1);
    else
        setFixedHeight(1);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PanelEdge::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_theme.tokens().line);
}

} // namespace faultline::ui
