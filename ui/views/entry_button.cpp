// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/entry_button.h"

#include "ui/style/icons.h"
#include "ui/views/key_caps.h"

#include <QPainter>
#include <QStyle>

namespace faultline::ui {

namespace {

constexpr int kIcon = 4; ///< In steps of the theme.

} // namespace

EntryButton::EntryButton(const Theme& theme, QString icon, const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_theme(theme), m_icon(std::move(icon))
{
    setText(text);
    setAccessibleName(text);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void EntryButton::setKeys(const QString& keys)
{
    m_keys = keyCaps(keys);
    setAccessibleDescription(keys);
    update();
}

QSize EntryButton::sizeHint() const
{
    const Metrics& m = m_theme.metrics();
    const int wide = fontMetrics().horizontalAdvance(text());
    return {wide + kIcon * m.step + 4 * m.barMargin() + keyCapsWidth(m_theme, m_keys),
            m.row() + m.step};
}

void EntryButton::paintEvent(QPaintEvent*)
{
    const Metrics& m = m_theme.metrics();
    const ThemeTokens& t = m_theme.tokens();
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect(), t.alternate);
    const int icon = kIcon * m.step;
    const QRect inner = rect().adjusted(m.barMargin(), 0, -m.barMargin(), 0);
    const QRect iconArea = QStyle::visualRect(
        layoutDirection(), rect(), QRect(inner.left(), (height() - icon) / 2, icon, icon));
    painter.drawPixmap(iconArea, iconPixmap(m_icon, t.dim, icon, devicePixelRatioF()));
    const int keys = keyCapsWidth(m_theme, m_keys);
    const QRect textArea =
        QStyle::visualRect(layoutDirection(), rect(),
                           inner.adjusted(icon + m.barMargin(), 0, -keys - m.textMargin(), 0));
    painter.setPen(t.text);
    painter.drawText(textArea, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text());
    const QRect keyArea =
        QStyle::visualRect(layoutDirection(), rect(),
                           QRect(inner.right() + 1 - keys, inner.top(), keys, inner.height()));
    if (!m_keys.isEmpty())
        drawKeyCaps(painter, m_theme, keyArea, m_keys, false);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
}

void EntryButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void EntryButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace faultline::ui
