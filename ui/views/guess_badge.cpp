// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/guess_badge.h"

#include <QCoreApplication>
#include <QPainter>

namespace faultline::ui {

int drawGuessBadge(QPainter& painter, const QRect& area, const Theme& theme)
{
    const Metrics& m = theme.metrics();
    //: a badge: this is inferred, not recorded
    const QString word = QCoreApplication::translate("GuessBadge", "guess");
    const QFontMetrics metrics(theme.captionFont());
    QRect badge(0, 0, metrics.horizontalAdvance(word) + 3 * m.step / 2 + 2, m.badge());
    badge.moveTopLeft({area.left(), area.center().y() - badge.height() / 2 + 1});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme.tokens().base);
    painter.setPen(QPen(theme.tokens().warn, 1, Qt::DashLine));
    painter.drawRoundedRect(QRectF(badge).adjusted(0.5, 0.5, -0.5, -0.5), m.badgeRadius(),
                            m.badgeRadius());
    painter.setFont(theme.captionFont());
    painter.drawText(badge, Qt::AlignCenter, word);
    painter.restore();
    return badge.width();
}

} // namespace faultline::ui
