// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"
#include "ui/style/workbench_style.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

namespace faultline::ui {

namespace {

QRectF edgeOf(const QRect& rect)
{
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

/// A triangle that points to the right, or down when `isOpen`.
QPolygonF triangle(const QPointF& middle, double half, bool isOpen)
{
    if (isOpen)
        return {{middle + QPointF(-half, -half / 2), middle + QPointF(half, -half / 2),
                 middle + QPointF(0, half * 0.7)}};
    return {{middle + QPointF(-half / 2, -half), middle + QPointF(half * 0.7, 0),
             middle + QPointF(-half / 2, half)}};
}

} // namespace

void WorkbenchStyle::drawFrame(const QStyleOption& option, QPainter& painter) const
{
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option);
    if (frame && frame->lineWidth <= 0)
        return;
    painter.setPen(m_theme.tokens().line);
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
}

/// The arrows beside tabs that do not all fit. The ground covers the tabs below them, but not the
/// line under the bar.
void WorkbenchStyle::drawToolButton(const QStyleOption& option, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    const bool hovered = (option.state & State_MouseOver) && (option.state & State_Enabled);
    painter.fillRect(option.rect.adjusted(0, 0, 0, -1), hovered ? t.line : t.window);
}

void WorkbenchStyle::drawField(const QStyleOption& option,
                               QPainter& painter,
                               const QWidget* widget) const
{
    const ThemeTokens& t = m_theme.tokens();
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option);
    if (frame && frame->lineWidth <= 0) // It lies in a control that draws the edge.
        return;
    const bool enabled = option.state & State_Enabled;
    const bool focused = option.state & State_HasFocus;
    const bool wrong = widget && widget->property(kWrong).toBool();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(enabled ? t.base : t.window);
    painter.setPen(QPen(wrong ? t.warn : focused ? t.accent : t.line, focused ? 2 : 1));
    const double inset = focused ? 0.5 : 0;
    const double radius = m_theme.metrics().step;
    painter.drawRoundedRect(edgeOf(option.rect).adjusted(inset, inset, -inset, -inset), radius,
                            radius);
    painter.restore();
}

void WorkbenchStyle::drawCombo(const QStyleOptionComplex& option, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    const bool enabled = option.state & State_Enabled;
    const bool focused =
        (option.state & State_HasFocus) && (option.state & State_KeyboardFocusChange);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(enabled ? t.base : t.window);
    painter.setPen(QPen(focused ? t.accent : t.line, focused ? 2 : 1));
    const double inset = focused ? 0.5 : 0;
    painter.drawRoundedRect(edgeOf(option.rect).adjusted(inset, inset, -inset, -inset), m.step,
                            m.step);
    painter.restore();
    const int size = 3 * m.step;
    const QRect arrow = visualRect(option.direction, option.rect,
                                   QRect(option.rect.right() - size - m.textMargin() + 1,
                                         option.rect.center().y() - size / 2 + 1, size, size));
    painter.drawPixmap(arrow.topLeft(),
                       iconPixmap(QStringLiteral("chevron-down"), enabled ? t.dim : t.faint, size,
                                  painter.device()->devicePixelRatioF()));
}

QSize switchSize(const Theme& theme)
{
    const int step = theme.metrics().step;
    return {13 * step / 2, 7 * step / 2};
}

void paintSwitch(
    QPainter& painter, const Theme& theme, const QRect& area, bool isOn, bool isEnabled)
{
    const ThemeTokens& t = theme.tokens();
    QRect track(QPoint(), switchSize(theme));
    track.moveCenter(area.center());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(!isEnabled ? t.line : isOn ? t.accent : t.faint);
    painter.drawRoundedRect(track, track.height() / 2.0, track.height() / 2.0);
    const double inset = theme.metrics().step / 2.0;
    const double size = track.height() - 2 * inset;
    painter.setBrush(isOn ? t.onAccent : t.base);
    painter.drawEllipse(QRectF(isOn ? track.right() + 1 - inset - size : track.left() + inset,
                               track.top() + inset, size, size));
    painter.restore();
}

void WorkbenchStyle::drawCheck(const QStyleOption& option,
                               QPainter& painter,
                               const QWidget* widget) const
{
    if (widget && widget->property(kSwitch).toBool())
        return paintSwitch(painter, m_theme, option.rect, option.state & State_On,
                           option.state & State_Enabled);
    const ThemeTokens& t = m_theme.tokens();
    const bool enabled = option.state & State_Enabled;
    const bool on = option.state & State_On;
    const bool partly = option.state & State_NoChange;
    const bool filled = (on || partly) && enabled;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(filled ? t.accent : enabled ? t.base : t.window);
    painter.setPen(filled ? t.accent : t.faint);
    const double radius = m_theme.metrics().badgeRadius();
    painter.drawRoundedRect(edgeOf(option.rect), radius, radius);
    const QColor mark = enabled ? t.onAccent : t.faint;
    if (partly) {
        const int inset = option.rect.width() / 4;
        painter.fillRect(QRect(option.rect.left() + inset, option.rect.center().y(),
                               option.rect.width() - 2 * inset, 2),
                         mark);
    } else if (on) {
        const int size = option.rect.width() - 2;
        painter.drawPixmap(
            option.rect.topLeft() + QPoint(1, 1),
            iconPixmap(QStringLiteral("check"), mark, size, painter.device()->devicePixelRatioF()));
    }
    painter.restore();
}

void WorkbenchStyle::drawRadio(const QStyleOption& option, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    const bool enabled = option.state & State_Enabled;
    const bool on = option.state & State_On;
    const double width = on ? option.rect.width() * 0.28 : 1;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(enabled ? t.base : t.window);
    painter.setPen(QPen(on && enabled ? t.accent : t.faint, width));
    const double inset = width / 2;
    painter.drawEllipse(QRectF(option.rect).adjusted(inset, inset, -inset, -inset));
    painter.restore();
}

/// A tree has no lines, and a triangle beside what can be opened.
void WorkbenchStyle::drawBranch(const QStyleOption& option, QPainter& painter) const
{
    if (!(option.state & State_Children))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.tokens().dim);
    painter.drawPolygon(triangle(QRectF(option.rect).center(), m_theme.metrics().step * 0.9,
                                 option.state & State_Open));
    painter.restore();
}

/// The ground and the edge of menus and tool tips.
void WorkbenchStyle::drawPopup(const QStyleOption& option, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    const double radius = 1.5 * m_theme.metrics().step;
    painter.fillRect(option.rect, t.base);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(t.faint);
    painter.setBrush(t.base);
    painter.drawRoundedRect(edgeOf(option.rect), radius, radius);
    painter.restore();
}

QRegion WorkbenchStyle::popupMask(const QRect& rect) const
{
    const double radius = 1.5 * m_theme.metrics().step;
    QPainterPath path;
    path.addRoundedRect(rect, radius, radius);
    return QRegion(path.toFillPolygon().toPolygon());
}

QSize WorkbenchStyle::menuItemSize(const QStyleOption& option, const QSize& text) const
{
    const Metrics& m = m_theme.metrics();
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    if (item && item->menuItemType == QStyleOptionMenuItem::Separator)
        return {text.width(), 2 * m.step + 1};
    return {text.width() + 18 * m.step, 13 * m.step / 2};
}

void WorkbenchStyle::drawMenuItem(const QStyleOption& option, QPainter& painter) const
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    if (!item)
        return;
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    const QRect row = item->rect;
    if (item->menuItemType == QStyleOptionMenuItem::Separator) {
        painter.fillRect(QRect(row.left(), row.center().y(), row.width(), 1), t.line);
        return;
    }
    const bool enabled = item->state & State_Enabled;
    const bool selected = (item->state & State_Selected) && enabled;
    const int size = 3 * m.step + m.step / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (selected) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.selection);
        painter.drawRoundedRect(QRectF(row).adjusted(m.step, 0, -m.step, 0), 3, 3);
    }
    const QPoint mark(row.left() + 5 * m.step / 2, row.center().y() - size / 2 + 1);
    const QRect markArea = visualRect(item->direction, row, QRect(mark, QSize(size, size)));
    const bool isChecked = item->checkType != QStyleOptionMenuItem::NotCheckable && item->checked;
    if (isChecked)
        painter.drawPixmap(markArea.topLeft(),
                           iconPixmap(QStringLiteral("check"),
                                      selected  ? t.selectionText
                                      : enabled ? t.dim
                                                : t.faint,
                                      size, painter.device()->devicePixelRatioF()));
    else if (!item->icon.isNull())
        item->icon.paint(&painter, markArea, Qt::AlignCenter,
                         enabled ? QIcon::Normal : QIcon::Disabled);
    drawMenuText(*item, row, painter);
    painter.restore();
}

void WorkbenchStyle::drawMenuText(const QStyleOptionMenuItem& item,
                                  const QRect& row,
                                  QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    const bool enabled = item.state & State_Enabled;
    const bool selected = (item.state & State_Selected) && enabled;
    const QRect inner =
        visualRect(item.direction, row, row.adjusted(8 * m.step, 0, -5 * m.step / 2, 0));
    const int leading = int(visualAlignment(item.direction, Qt::AlignLeft) | Qt::AlignVCenter) |
                        Qt::TextSingleLine | Qt::TextHideMnemonic;
    const int trailing = int(visualAlignment(item.direction, Qt::AlignRight) | Qt::AlignVCenter) |
                         Qt::TextSingleLine;
    painter.setFont(item.font);
    painter.setPen(!enabled ? t.faint : selected ? t.selectionText : t.text);
    painter.drawText(inner, leading, item.text.section(u'\t', 0, 0));
    painter.setPen(!enabled ? t.faint : selected ? t.dimOnSelection() : t.dim);
    if (item.menuItemType == QStyleOptionMenuItem::SubMenu) {
        const bool isLeft = item.direction == Qt::RightToLeft;
        const double x = isLeft ? inner.left() + m.step : inner.right() - m.step;
        const double half = isLeft ? -m.step * 0.7 : m.step * 0.7;
        const QPointF tip(x + half, inner.center().y() + 1);
        painter.setPen(QPen(painter.pen().color(), 1.3));
        painter.drawPolyline(QPolygonF(
            {tip + QPointF(-half, -m.step * 0.8), tip, tip + QPointF(-half, m.step * 0.8)}));
        return;
    }
    QFont small = item.font;
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * 0.92);
    painter.setFont(small);
    painter.drawText(inner, trailing, item.text.section(u'\t', 1));
}

} // namespace faultline::ui
