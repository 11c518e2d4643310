// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/workbench_style.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStyleOption>
#include <QTabBar>
#include <QWidget>

#include <optional>

namespace faultline::ui {

namespace {

bool has(const QWidget* widget, const char* property)
{
    return widget && widget->property(property).toBool();
}

/// An arrow that points down means "the largest first", as in the lists of other programs. Qt has
/// it the other way round.
std::optional<QStyleOptionHeader> turnedArrow(const QStyleOption& option)
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    if (!header || header->sortIndicator == QStyleOptionHeader::None)
        return std::nullopt;
    QStyleOptionHeader turned = *header;
    turned.sortIndicator = header->sortIndicator == QStyleOptionHeader::SortUp
                               ? QStyleOptionHeader::SortDown
                               : QStyleOptionHeader::SortUp;
    return turned;
}

} // namespace

WorkbenchStyle::WorkbenchStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void WorkbenchStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    auto* label = qobject_cast<QLabel*>(widget);
    if (label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    if (qobject_cast<QTabBar*>(widget)) {
        widget->removeEventFilter(this);
        widget->installEventFilter(this);
    }
}

/// QTabBar takes arrows whatever keys are held with them, so that Alt+Left, which goes back, would
/// go to another tab.
bool WorkbenchStyle::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && qobject_cast<QTabBar*>(watched)) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isArrow = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right;
        if (isArrow && (key->modifiers() & (Qt::AltModifier | Qt::ControlModifier))) {
            event->ignore();
            return true;
        }
    }
    return QProxyStyle::eventFilter(watched, event);
}

void WorkbenchStyle::drawControl(ControlElement element,
                                 const QStyleOption* option,
                                 QPainter* painter,
                                 const QWidget* widget) const
{
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    switch (element) {
    case CE_TabBarTabShape:
        if (tab && has(widget, kDocumentTabs))
            return drawDocumentTab(*tab, *painter);
        if (tab)
            return drawPanelTab(*tab, *painter);
        break;
    case CE_TabBarTabLabel:
        if (tab)
            return drawTabLabel(*tab, *painter, has(widget, kDocumentTabs));
        break;
    case CE_HeaderLabel: return drawHeaderLabel(*option, *painter);
    case CE_MenuBarItem: return drawMenuTitle(*option, *painter);
    case CE_MenuItem: return drawMenuItem(*option, *painter);
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: return drawHeaderSection(*option, *painter);
    case CE_MenuBarEmptyArea:
    case CE_ToolBar: return painter->fillRect(option->rect, m_theme.tokens().window);
    case CE_PushButtonBevel: return drawButton(*option, *painter, has(widget, kPrimary));
    case CE_PushButtonLabel: return drawButtonLabel(option, painter, widget);
    case CE_ProgressBar: return drawProgress(*option, *painter);
    case CE_Splitter: return drawSeparator(*option, *painter);
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WorkbenchStyle::drawPrimitive(PrimitiveElement element,
                                   const QStyleOption* option,
                                   QPainter* painter,
                                   const QWidget* widget) const
{
    switch (element) {
    case PE_FrameTabBarBase:
        if (!has(widget, kDocumentTabs))
            drawTabBase(*option, *painter);
        return;
    case PE_FrameStatusBarItem: return;
    case PE_PanelStatusBar: return painter->fillRect(option->rect, m_theme.tokens().window);
    case PE_IndicatorDockWidgetResizeHandle: return drawSeparator(*option, *painter);
    case PE_IndicatorTabClose: return drawClose(*option, *painter);
    case PE_PanelLineEdit: return drawField(*option, *painter, widget);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return drawCheck(*option, *painter, widget);
    case PE_IndicatorRadioButton: return drawRadio(*option, *painter);
    case PE_IndicatorBranch: return drawBranch(*option, *painter);
    case PE_PanelMenu:
    case PE_PanelTipLabel: return drawPopup(*option, *painter);
    case PE_FrameMenu: return; // The panel has the edge.
    case PE_IndicatorHeaderArrow:
        if (const auto header = turnedArrow(*option))
            return QProxyStyle::drawPrimitive(element, &*header, painter, widget);
        break;
    case PE_PanelScrollAreaCorner: return painter->fillRect(option->rect, groundOf(widget));
    case PE_PanelButtonTool: return drawToolButton(*option, *painter);
    case PE_Frame: return drawFrame(*option, *painter);
    case PE_FrameFocusRect:
        // Tables draw one ring around the row.
        if (qobject_cast<const QAbstractItemView*>(widget))
            return;
        if (option->state & State_KeyboardFocusChange)
            drawFocusRing(option->rect, *painter);
        return;
    default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void WorkbenchStyle::drawComplexControl(ComplexControl control,
                                        const QStyleOptionComplex* option,
                                        QPainter* painter,
                                        const QWidget* widget) const
{
    if (control == CC_ScrollBar)
        return drawScrollBar(*option, *painter, widget);
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (control == CC_ComboBox && combo && !combo->editable)
        return drawCombo(*option, *painter);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int WorkbenchStyle::pixelMetric(PixelMetric metric,
                                const QStyleOption* option,
                                const QWidget* widget) const
{
    const Metrics& m = m_theme.metrics();
    switch (metric) {
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth: return 1;
    case PM_ScrollBarExtent: return m.step * 2;
    case PM_ScrollBarSliderMin: return m.step * 6;
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_DockWidgetFrameWidth:
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin:
    case PM_ToolBarItemSpacing:
    case PM_ToolBarHandleExtent:
    case PM_MenuBarPanelWidth:
    case PM_MenuHMargin: return 0;
    case PM_MenuPanelWidth: return 1;
    case PM_MenuVMargin: return m.step;
    case PM_ToolTipLabelFrameWidth: return 3 * m.step / 2;
    case PM_IndicatorWidth:
        if (has(widget, kSwitch))
            return switchSize(m_theme).width();
        return 7 * m.step / 2;
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 7 * m.step / 2;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return m.textMargin();
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight:
    case PM_SmallIconSize:
    case PM_TabBarIconSize:
    case PM_ButtonIconSize: return m.icon();
    case PM_MenuBarItemSpacing:
    case PM_MenuBarHMargin:
    case PM_HeaderMargin: return m.step / 2;
    case PM_MenuBarVMargin: return m.step / 4;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WorkbenchStyle::styleHint(StyleHint hint,
                              const QStyleOption* option,
                              const QWidget* widget,
                              QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_Menu_Mask:
    case SH_ToolTip_Mask:
        if (auto* mask = qstyleoption_cast<QStyleHintReturnMask*>(data); mask && option) {
            mask->region = popupMask(option->rect);
            return 1;
        }
        return 0;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_Widget_Animate:
    case SH_UnderlineShortcut:
    case SH_MainWindow_SpaceBelowMenuBar: return 0;
    case SH_TabBar_ElideMode: return Qt::ElideNone;
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    case SH_TabBar_CloseButtonPosition: return QTabBar::RightSide;
    case SH_Header_ArrowAlignment: return Qt::AlignRight | Qt::AlignVCenter;
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QRect WorkbenchStyle::subElementRect(SubElement element,
                                     const QStyleOption* option,
                                     const QWidget* widget) const
{
    // QTabBar elides texts to this rectangle. The workbench's tabs are already wide enough for
    // their texts.
    if (element == SE_TabBarTabText)
        return option->rect;
    if (element == SE_LineEditContents) {
        const int margin = m_theme.metrics().textMargin() - m_theme.metrics().step / 2;
        return option->rect.adjusted(margin, 0, -margin, 0);
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

QRect WorkbenchStyle::subControlRect(ComplexControl control,
                                     const QStyleOptionComplex* option,
                                     SubControl part,
                                     const QWidget* widget) const
{
    const Metrics& m = m_theme.metrics();
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return visualRect(option->direction, option->rect,
                          option->rect.adjusted(m.textMargin(), 1, -6 * m.step, -1));
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QSize WorkbenchStyle::sizeFromContents(ContentsType type,
                                       const QStyleOption* option,
                                       const QSize& size,
                                       const QWidget* widget) const
{
    const Metrics& m = m_theme.metrics();
    switch (type) {
    case CT_TabBarTab:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return tabSize(*tab, widget ? widget->font() : m_theme.interfaceFont(),
                           has(widget, kDocumentTabs));
        break;
    case CT_PushButton: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {std::max(base.width(), size.width() + 6 * m.step), 13 * m.step / 2};
    }
    case CT_LineEdit:
    case CT_ComboBox: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        const int arrow = type == CT_ComboBox ? 4 * m.step : 0;
        return {base.width() + m.textMargin() + arrow, 13 * m.step / 2};
    }
    case CT_MenuItem: return menuItemSize(*option, size);
    case CT_MenuBarItem: return {size.width() + 3 * m.step / 2, 6 * m.step};
    case CT_HeaderSection:
        return {QProxyStyle::sizeFromContents(type, option, size, widget).width(), m.row()};
    default: break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

} // namespace faultline::ui
