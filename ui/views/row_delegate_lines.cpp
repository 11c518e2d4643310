// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"
#include "ui/views/row_delegate.h"

#include <QPainter>

#include <algorithm>

namespace faultline::ui {

namespace {

constexpr int kHighest = 1000; ///< Of bars and amounts.

QRect upperHalf(const QRect& cell, int step)
{
    return {cell.left(), cell.top() + step / 2, cell.width(), cell.height() / 2};
}

QRect lowerHalf(const QRect& cell, int step)
{
    return {cell.left(), cell.center().y() - step / 4, cell.width(), cell.height() / 2};
}

} // namespace

void RowDelegate::drawCell(QPainter& painter,
                           const QRect& cell,
                           const QModelIndex& index,
                           bool selected) const
{
    const int step = m_theme.metrics().step;
    const auto badge = BadgeStyle(index.data(BadgeRole).toInt());
    if (index.data(BarsRole).isValid())
        return drawBars(painter, cell, index);
    if (badge != BadgeStyle::None)
        drawBadge(painter, upperHalf(cell.adjusted(step, 0, 0, 0), step), index, badge, selected);
    else
        drawText(painter, upperHalf(cell, step), index, selected);
    drawSecondLine(painter, lowerHalf(cell, step), index, selected);
}

void RowDelegate::drawSecondLine(QPainter& painter,
                                 const QRect& cell,
                                 const QModelIndex& index,
                                 bool selected) const
{
    const Metrics& m = m_theme.metrics();
    const QFont font = m_theme.captionFont();
    const QRect area = cell.adjusted(m.textMargin(), 0, -m.textMargin() / 2, 0);
    painter.setFont(font);
    painter.setPen(toneColour(Tone::Dim, selected));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetrics(font).elidedText(index.data(SecondLineRole).toString(),
                                                   Qt::ElideRight, area.width()));
}

int RowDelegate::secondLineWidth(const QModelIndex& index) const
{
    const QString text = index.data(SecondLineRole).toString();
    return QFontMetrics(m_theme.captionFont()).horizontalAdvance(text) +
           2 * m_theme.metrics().textMargin();
}

/// Of an elided text, a match is drawn as far as it can be seen.
void RowDelegate::drawMatch(QPainter& painter,
                            const QRect& area,
                            const QString& shown,
                            const QModelIndex& index,
                            bool selected) const
{
    const QVariant stored = index.data(MatchRole);
    if (!stored.isValid())
        return;
    const ThemeTokens& t = m_theme.tokens();
    const QPoint match = stored.toPoint();
    const QString whole = index.data().toString();
    // Of a text that is cut at its start, only the end can be found again.
    const qsizetype moved = shown.startsWith(u'…') ? shown.size() - whole.size() : 0;
    const qsizetype from = match.x() + moved;
    const QString text = shown.mid(from, match.y());
    if (from < (moved == 0 ? 0 : 1) || text != whole.mid(match.x(), match.y()))
        return; // Cut, or of a shorter form.
    const QFontMetrics metrics = painter.fontMetrics();
    const int left = area.left() + metrics.horizontalAdvance(shown.left(from));
    const QRect ground(left, area.center().y() - metrics.height() / 2,
                       metrics.horizontalAdvance(text), metrics.height());
    painter.save();
    painter.fillRect(ground, selected ? t.accent : t.selection);
    if (selected) {
        painter.setPen(t.onAccent);
        painter.drawText(QRect(left, area.top(), ground.width() + 1, area.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    }
    painter.restore();
}

/// A day without anything has a line at the bottom, so that days can be counted.
void RowDelegate::drawBars(QPainter& painter, const QRect& cell, const QModelIndex& index) const
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    const QVariantList bars = index.data(BarsRole).toList();
    const QRect area = cell.adjusted(m.textMargin(), 2 * m.step, -m.textMargin(), -2 * m.step);
    const double width = double(area.width()) / double(std::max<qsizetype>(1, bars.size()));
    const QColor colour = index.data(NewBarsRole).toBool() ? t.accent : t.bar;
    for (qsizetype i = 0; i < bars.size(); ++i) {
        const int value = bars.at(i).toInt();
        const int left = area.left() + int(double(i) * width);
        const int right = area.left() + int(double(i + 1) * width) - 1;
        const int height = value == 0 ? 1 : std::max(2, value * area.height() / kHighest);
        painter.fillRect(QRect(left, area.bottom() + 1 - height, right - left, height),
                         value == 0 ? t.line : colour);
    }
}

void RowDelegate::drawAmount(QPainter& painter, const QRect& cell, int perMille) const
{
    const Metrics& m = m_theme.metrics();
    const int room = cell.width() - m.step;
    QRect bar(cell.left(), 0, std::max(2, room * perMille / kHighest), 2 * m.step);
    bar.moveTop(cell.center().y() - m.step + 1);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.tokens().bar);
    painter.drawRoundedRect(bar, m.step / 2, m.step / 2);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void RowDelegate::drawPin(QPainter& painter, const QRect& cell, const QColor& colour) const
{
    constexpr int kIcon = 4; // In steps of the theme.
    const int size = kIcon * m_theme.metrics().step;
    const qreal ratio = painter.device()->devicePixelRatioF();
    painter.drawPixmap(cell.center() - QPoint(size, size) / 2,
                       iconPixmap(QStringLiteral("pin"), colour, size, ratio));
}

} // namespace faultline::ui
