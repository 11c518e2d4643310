// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/footer_bar.h"

#include "ui/style/plain_label.h"
#include "ui/style/text_colour.h"
#include "ui/views/elided_label.h"

#include <QHBoxLayout>
#include <QPainter>

namespace faultline::ui {

FooterBar::FooterBar(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_label(new ElidedLabel(Qt::ElideRight, this)),
      m_button(new FlatButton(theme, {}, this)), m_hint(plainLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_button);
    layout->addWidget(m_hint);
    connect(m_button, &FlatButton::clicked, this, &FooterBar::clicked);
    connect(&theme, &Theme::changed, this, &FooterBar::applyTheme);
    applyTheme();
}

void FooterBar::setText(const QString& text, const QString& button)
{
    m_label->setFullText(text);
    m_button->setText(button);
    m_button->setAccessibleName(button);
    m_button->setVisible(!button.isEmpty());
    setVisible(!text.isEmpty());
    fitHint();
}

void FooterBar::setHint(const QString& hint)
{
    m_hint->setText(hint);
    fitHint();
}

void FooterBar::fitHint()
{
    const int text = QFontMetrics(m_label->font()).horizontalAdvance(m_label->text());
    const int margins = 6 * m_theme.metrics().textMargin();
    m_hint->setVisible(!m_hint->text().isEmpty() &&
                       text + m_hint->sizeHint().width() + margins < width());
}

void FooterBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHint();
}

void FooterBar::applyTheme()
{
    const Metrics& m = m_theme.metrics();
    layout()->setContentsMargins(m.textMargin(), 0, m.step, 0);
    setTextColour(*m_label, m_theme.tokens().dim);
    m_label->setFont(m_theme.captionFont());
    m_button->setFont(m_theme.captionFont());
    m_hint->setFont(m_theme.captionFont());
    setTextColour(*m_hint, m_theme.tokens().dim);
    m_button->setColour(m_theme.tokens().link);
    setFixedHeight(m.row());
}

void FooterBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().base);
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(rect().topLeft(), rect().topRight());
}

} // namespace faultline::ui
