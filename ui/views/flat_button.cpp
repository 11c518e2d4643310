// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/flat_button.h"

#include "ui/style/icons.h"

#include <QMenu>
#include <QPainter>

namespace faultline::ui {

FlatButton::FlatButton(const Theme& theme, const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme)
{
    setText(text);
    setAccessibleName(text);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void FlatButton::setMenu(QMenu* menu)
{
    m_menu = menu;
    connect(this, &QAbstractButton::clicked, menu,
            [this, menu] { menu->popup(mapToGlobal(rect().bottomLeft())); });
    updateGeometry();
}

void FlatButton::setColour(const QColor& colour)
{
    m_colour = colour;
    update();
}

void FlatButton::setGlyph(const QString& icon)
{
    m_glyph = icon;
    updateGeometry();
    update();
}

int FlatButton::glyphWidth() const
{
    return m_glyph.isEmpty() ? 0 : m_theme.metrics().step * 4;
}

QSize FlatButton::sizeHint() const
{
    const Metrics& m = m_theme.metrics();
    const int arrow = m_menu ? 4 * m.step : 0;
    return {fontMetrics().horizontalAdvance(text()) + glyphWidth() + arrow + 2 * m.step, m.row()};
}

void FlatButton::paintEvent(QPaintEvent*)
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    QPainter painter(this);
    const QColor quiet = m_colour.isValid() ? m_colour : t.dim;
    const QColor colour = !isEnabled()                                           ? t.faint
                          : (underMouse() || isChecked()) && !m_colour.isValid() ? t.text
                                                                                 : quiet;
    QRect area = rect().adjusted(m.step, 0, -m.step, 0);
    if (!m_glyph.isEmpty()) {
        const QPixmap glyph =
            iconPixmap(m_glyph, colour, 3 * m.step + m.step / 2, devicePixelRatioF());
        painter.drawPixmap(area.left(),
                           area.center().y() - int(glyph.deviceIndependentSize().height() / 2) + 1,
                           glyph);
        area.setLeft(area.left() + glyphWidth());
    }
    painter.setPen(colour);
    const QRect word = area.adjusted(0, 0, m_menu ? -3 * m.step : m.step, 0);
    painter.drawText(
        area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic,
        fontMetrics().elidedText(text(), Qt::ElideRight, word.width(), Qt::TextShowMnemonic));
    if (m_menu) {
        const QPixmap arrow =
            iconPixmap(QStringLiteral("chevron-down"), colour, 3 * m.step, devicePixelRatioF());
        painter.drawPixmap(area.right() - 3 * m.step + 1, area.center().y() - 3 * m.step / 2 + 1,
                           arrow);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(t.accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 2, -1, -2), 3, 3);
    }
}

void FlatButton::enterEvent(QEnterEvent*)
{
    update();
}

void FlatButton::leaveEvent(QEvent*)
{
    update();
}

} // namespace faultline::ui
