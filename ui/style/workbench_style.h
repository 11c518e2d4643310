// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QProxyStyle>

class QStyleOptionMenuItem;
class QStyleOptionTab;

namespace faultline::ui {

/// Dynamic properties by which widgets tell the style what they are.
inline constexpr char kDocumentTabs[] = "documentTabs"; ///< QTabBar: its tabs are documents.
inline constexpr char kPrimary[] = "primary";           ///< QPushButton: the one to press first.
inline constexpr char kSwitch[] = "switch";             ///< QCheckBox: it is drawn as a switch.
inline constexpr char kWrong[] = "wrong";               ///< QLineEdit: its text does not fit.

/// Draws a switch in the middle of `area`.
void paintSwitch(
    QPainter& painter, const Theme& theme, const QRect& area, bool isOn, bool isEnabled);
QSize switchSize(const Theme& theme);

/// The look of the application: Fusion with flat bars, lines of 1 px and the theme's tokens. The
/// application owns the only instance.
class WorkbenchStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    WorkbenchStyle();

    /// The active theme, which lives as long as the style.
    Theme& theme() { return m_theme; }

    using QProxyStyle::polish;
    /// Labels whose text may be markup show it as it stands, those of tool tips and of message
    /// boxes too, which Qt makes itself. Tabs leave arrows with Alt or Ctrl to others.
    void polish(QWidget* widget) override;

    void drawControl(ControlElement element,
                     const QStyleOption* option,
                     QPainter* painter,
                     const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption* option,
                       QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control,
                            const QStyleOptionComplex* option,
                            QPainter* painter,
                            const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric,
                    const QStyleOption* option,
                    const QWidget* widget) const override;
    int styleHint(StyleHint hint,
                  const QStyleOption* option,
                  const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QRect subControlRect(ComplexControl control,
                         const QStyleOptionComplex* option,
                         SubControl part,
                         const QWidget* widget) const override;
    QRect subElementRect(SubElement element,
                         const QStyleOption* option,
                         const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type,
                           const QStyleOption* option,
                           const QSize& size,
                           const QWidget* widget) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void drawDocumentTab(const QStyleOptionTab& tab, QPainter& painter) const;
    void drawPanelTab(const QStyleOptionTab& tab, QPainter& painter) const;
    void drawTabBase(const QStyleOption& option, QPainter& painter) const;
    void drawTabLabel(const QStyleOptionTab& tab, QPainter& painter, bool isDocument) const;
    void drawButton(const QStyleOption& option, QPainter& painter, bool isPrimary) const;
    void
    drawButtonLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
    void drawMenuTitle(const QStyleOption& option, QPainter& painter) const;
    void drawHeaderLabel(const QStyleOption& option, QPainter& painter) const;
    void drawHeaderSection(const QStyleOption& option, QPainter& painter) const;
    void drawProgress(const QStyleOption& option, QPainter& painter) const;
    void drawSeparator(const QStyleOption& option, QPainter& painter) const;
    /// The colour on which scroll bars and the corner between them stand.
    QColor groundOf(const QWidget* view) const;
    void drawScrollBar(const QStyleOptionComplex& option,
                       QPainter& painter,
                       const QWidget* widget) const;
    void drawFrame(const QStyleOption& option, QPainter& painter) const;
    void drawToolButton(const QStyleOption& option, QPainter& painter) const;
    void drawField(const QStyleOption& option, QPainter& painter, const QWidget* widget) const;
    void drawCombo(const QStyleOptionComplex& option, QPainter& painter) const;
    void drawCheck(const QStyleOption& option, QPainter& painter, const QWidget* widget) const;
    void drawRadio(const QStyleOption& option, QPainter& painter) const;
    void drawBranch(const QStyleOption& option, QPainter& painter) const;
    void drawPopup(const QStyleOption& option, QPainter& painter) const;
    void drawMenuItem(const QStyleOption& option, QPainter& painter) const;
    void drawMenuText(const QStyleOptionMenuItem& item, const QRect& row, QPainter& painter) const;
    QRegion popupMask(const QRect& rect) const;
    QSize menuItemSize(const QStyleOption& option, const QSize& text) const;
    void drawClose(const QStyleOption& option, QPainter& painter) const;
    void drawFocusRing(const QRect& rect, QPainter& painter) const;
    QSize tabSize(const QStyleOptionTab& tab, const QFont& font, bool isDocument) const;

    Theme m_theme;
};

} // namespace faultline::ui
