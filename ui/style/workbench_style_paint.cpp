// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"
#include "ui/style/workbench_style.h"

#include <QPainter>
#include <QStyleOption>
#include <QStyleOptionSlider>

namespace faultline::ui {

namespace {

/// Draws the blue line below the title of the panel in front.
void drawUnderline(const QRect& tab, const Theme& theme, QPainter& painter)
{
    const int thickness = std::max(2, theme.metrics().step / 2);
    const int inset = theme.metrics().textMargin();
    painter.fillRect(
        QRect(tab.left() + inset, tab.bottom() - thickness + 1, tab.width() - 2 * inset, thickness),
        theme.tokens().accent);
}

} // namespace

QSize WorkbenchStyle::tabSize(const QStyleOptionTab& tab, const QFont& font, bool isDocument) const
{
    const Metrics& m = m_theme.metrics();
    QFont widest = font;
    widest.setWeight(QFont::DemiBold); // Measure with the font of the tab in front, so that
                                       // selecting a tab does not change its width.
    int width = QFontMetrics(isDocument ? font : widest).horizontalAdvance(tab.text);
    if (!isDocument)
        return {width + 2 * m.textMargin(), m.panelTitle()};
    width += 2 * m.step;
    if (!tab.icon.isNull())
        width += tab.iconSize.width() + 2 * m.step;
    if (!tab.rightButtonSize.isEmpty())
        width += tab.rightButtonSize.width() + m.step;
    return {width + 2 * m.barMargin(), m.documentTab()};
}

void WorkbenchStyle::drawDocumentTab(const QStyleOptionTab& tab, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    const QRect r = tab.rect;
    painter.setPen(t.line);
    if (!(tab.state & State_Selected)) {
        painter.drawLine(r.bottomLeft(), r.bottomRight());
        return;
    }
    const int radius = m_theme.metrics().step;
    painter.save();
    painter.setClipRect(r);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(t.base);
    painter.drawRoundedRect(QRectF(r).adjusted(0.5, radius / 2.0 + 0.5, -0.5, radius * 2.0), radius,
                            radius);
    painter.restore();
}

void WorkbenchStyle::drawPanelTab(const QStyleOptionTab& tab, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    painter.fillRect(tab.rect, t.window);
    painter.setPen(t.line);
    painter.drawLine(tab.rect.bottomLeft(), tab.rect.bottomRight());
    if (tab.state & State_Selected)
        drawUnderline(tab.rect, m_theme, painter);
    if ((tab.state & State_HasFocus) && (tab.state & State_KeyboardFocusChange))
        drawFocusRing(tab.rect.adjusted(2, 2, -2, -3), painter);
}

/// Continues the line below the tabs to the end of the dock.
void WorkbenchStyle::drawTabBase(const QStyleOption& option, QPainter& painter) const
{
    const auto* base = qstyleoption_cast<const QStyleOptionTabBarBase*>(&option);
    if (!base)
        return;
    painter.setPen(m_theme.tokens().line);
    painter.drawLine(base->tabBarRect.bottomLeft(),
                     QPoint(base->rect.right(), base->tabBarRect.bottom()));
}

void WorkbenchStyle::drawTabLabel(const QStyleOptionTab& tab,
                                  QPainter& painter,
                                  bool isDocument) const
{
    const ThemeTokens& t = m_theme.tokens();
    const Metrics& m = m_theme.metrics();
    const bool selected = tab.state & State_Selected;
    QRect r = tab.rect.adjusted(isDocument ? m.barMargin() : m.textMargin(), 0, -m.step, 0);
    if (isDocument && !tab.icon.isNull()) {
        const QRect iconRect(QPoint(r.left(), r.center().y() - tab.iconSize.height() / 2 + 1),
                             tab.iconSize);
        tab.icon.paint(&painter, iconRect);
        r.setLeft(iconRect.right() + 2 * m.step);
    }
    if (isDocument)
        r.adjust(0, m.step / 4, 0, 0);
    painter.save();
    QFont font = painter.font();
    if (selected && !isDocument)
        font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const bool hovered = tab.state & State_MouseOver;
    painter.setPen(selected || hovered ? t.text : t.dim);
    painter.drawText(r, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic, tab.text);
    painter.restore();
    if (isDocument && (tab.state & State_HasFocus) && (tab.state & State_KeyboardFocusChange))
        drawFocusRing(tab.rect.adjusted(3, 5, -3, -3), painter);
}

void WorkbenchStyle::drawButton(const QStyleOption& option, QPainter& painter, bool isPrimary) const
{
    const ThemeTokens& t = m_theme.tokens();
    const bool enabled = option.state & State_Enabled;
    const bool down = option.state & (State_Sunken | State_On);
    const bool hovered = option.state & State_MouseOver;
    const bool focused =
        (option.state & State_HasFocus) && (option.state & State_KeyboardFocusChange);
    const bool primary = isPrimary && enabled;
    QColor fill = primary ? t.accent : t.button;
    if (down)
        fill = primary ? fill.darker(115) : t.selection;
    else if (hovered && enabled)
        fill = primary ? fill.lighter(108) : t.alternate;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = m_theme.metrics().step;
    QRectF area = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (focused && primary) { // A ring around the button, with a gap.
        painter.setPen(t.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(area, radius + 1, radius + 1);
        area.adjust(2, 2, -2, -2);
    }
    painter.setPen(focused ? QPen(t.accent, primary ? 1 : 2) : primary ? QPen(fill) : QPen(t.line));
    painter.setBrush(fill);
    if (focused && !primary)
        area.adjust(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(area, radius, radius);
    painter.restore();
}

void WorkbenchStyle::drawButtonLabel(const QStyleOption* option,
                                     QPainter* painter,
                                     const QWidget* widget) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (!button)
        return;
    QStyleOptionButton label = *button;
    const bool primary =
        widget && widget->property(kPrimary).toBool() && (option->state & State_Enabled);
    if (primary)
        label.palette.setColor(QPalette::ButtonText, m_theme.tokens().onAccent);
    QProxyStyle::drawControl(CE_PushButtonLabel, &label, painter, widget);
    if (!(button->features & QStyleOptionButton::HasMenu))
        return;
    const int size = 3 * m_theme.metrics().step;
    const QColor colour =
        option->state & State_Enabled ? m_theme.tokens().dim : m_theme.tokens().faint;
    const QPixmap arrow = iconPixmap(QStringLiteral("chevron-down"), colour, size,
                                     painter->device()->devicePixelRatio());
    painter->drawPixmap(button->rect.right() - size - m_theme.metrics().textMargin() + 1,
                        button->rect.center().y() - size / 2 + 1, arrow);
}

void WorkbenchStyle::drawHeaderSection(const QStyleOption& option, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    painter.fillRect(option.rect, t.alternate);
    painter.setPen(t.line);
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
}

void WorkbenchStyle::drawHeaderLabel(const QStyleOption& option, QPainter& painter) const
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    if (!header)
        return;
    painter.save();
    painter.setPen(m_theme.tokens().dim);
    const int margin = std::max(0, m_theme.metrics().textMargin() -
                                       pixelMetric(PM_HeaderMargin, &option, nullptr));
    const int alignment = int(header->textAlignment) | Qt::TextSingleLine;
    const QRect area = header->rect.adjusted(margin, 0, 0, 0);
    painter.drawText(area, alignment,
                     painter.fontMetrics().elidedText(header->text, Qt::ElideRight, area.width()));
    painter.restore();
}

void WorkbenchStyle::drawMenuTitle(const QStyleOption& option, QPainter& painter) const
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    if (!item)
        return;
    const ThemeTokens& t = m_theme.tokens();
    const bool open = item->state & (State_Selected | State_Sunken);
    painter.fillRect(item->rect, open ? t.selection : t.window);
    painter.save();
    painter.setPen(open ? t.selectionText : t.text);
    painter.drawText(item->rect, Qt::AlignCenter | Qt::TextHideMnemonic, item->text);
    painter.restore();
}

void WorkbenchStyle::drawProgress(const QStyleOption& option, QPainter& painter) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(&option);
    if (!bar)
        return;
    const ThemeTokens& t = m_theme.tokens();
    const int height = m_theme.metrics().step;
    const QRectF groove(bar->rect.left(), bar->rect.center().y() - height / 2.0 + 0.5,
                        bar->rect.width(), height);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.line);
    painter.drawRoundedRect(groove, 1.5, 1.5);
    const int span = bar->maximum - bar->minimum;
    // A bar with unknown total stands still at one half. Only progress that is known moves.
    const double share = span > 0 ? double(bar->progress - bar->minimum) / span : 0.5;
    QRectF filled = groove;
    filled.setWidth(groove.width() * std::clamp(share, 0.0, 1.0));
    painter.setBrush(span > 0 ? t.accent : t.dim);
    painter.drawRoundedRect(filled, 1.5, 1.5);
    painter.restore();
}

void WorkbenchStyle::drawSeparator(const QStyleOption& option, QPainter& painter) const
{
    painter.fillRect(option.rect, m_theme.tokens().line);
}

QColor WorkbenchStyle::groundOf(const QWidget* view) const
{
    return view ? view->palette().color(QPalette::Base) : m_theme.tokens().base;
}

void WorkbenchStyle::drawScrollBar(const QStyleOptionComplex& option,
                                   QPainter& painter,
                                   const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(&option);
    if (!bar)
        return;
    const ThemeTokens& t = m_theme.tokens();
    painter.fillRect(bar->rect, groundOf(widget));
    if (bar->maximum <= bar->minimum)
        return;
    const QRect slider = subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget);
    const bool active = (bar->state & State_MouseOver) || (bar->state & State_Sunken);
    const int width = active ? 3 * m_theme.metrics().step / 2 : m_theme.metrics().step;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(active ? t.dim : t.faint);
    QRectF thumb(slider);
    if (bar->orientation == Qt::Horizontal)
        thumb.adjust(1, (thumb.height() - width) / 2, -1, (width - thumb.height()) / 2);
    else
        thumb.adjust((thumb.width() - width) / 2, 1, (width - thumb.width()) / 2, -1);
    painter.drawRoundedRect(thumb, width / 2.0, width / 2.0);
    painter.restore();
}

void WorkbenchStyle::drawClose(const QStyleOption& option, QPainter& painter) const
{
    const ThemeTokens& t = m_theme.tokens();
    const bool hovered = option.state & State_MouseOver;
    const int size = m_theme.metrics().step * 3;
    const QPoint at(option.rect.center().x() - size / 2 + 1,
                    option.rect.center().y() - size / 2 + 1);
    painter.drawPixmap(at, iconPixmap(QStringLiteral("close"), hovered ? t.text : t.dim, size,
                                      painter.device()->devicePixelRatioF()));
}

void WorkbenchStyle::drawFocusRing(const QRect& rect, QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.tokens().accent, 1.5));
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 3, 3);
    painter.restore();
}

} // namespace faultline::ui
