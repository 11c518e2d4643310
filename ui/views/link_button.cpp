// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/link_button.h"

#include "ui/models/shown_text.h"

#include <QPainter>

namespace faultline::ui {

namespace {

constexpr int kLeastCharacters = 8;

} // namespace

LinkButton::LinkButton(const Theme& theme, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void LinkButton::setFullText(const QString& text)
{
    const QString shown = shownText(text);
    m_text = shown;
    setAccessibleName(shown);
    setToolTip(shownText(shown));
    setVisible(!shown.isEmpty());
    updateGeometry();
    update();
}

QSize LinkButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height() + 2};
}

QSize LinkButton::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    return {std::min(whole.width(), kLeastCharacters * fontMetrics().averageCharWidth()),
            whole.height()};
}

void LinkButton::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    QFont underlined = font();
    underlined.setUnderline(true);
    painter.setFont(underlined);
    painter.setPen(underMouse() ? t.link : palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(1, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, width() - 1));
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(t.accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 3, 3);
    }
}

void LinkButton::enterEvent(QEnterEvent*)
{
    update();
}

void LinkButton::leaveEvent(QEvent*)
{
    update();
}

} // namespace faultline::ui
