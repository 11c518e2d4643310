// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QToolTip>

#include <algorithm>

namespace faultline::ui {

const ThemeTokens& lightTokens()
{
    static const ThemeTokens kTokens{.window = 0xf3f4f6,
                                     .base = 0xffffff,
                                     .alternate = 0xf8f9fb,
                                     .code = 0xfbfbfd,
                                     .line = 0xdfe2e8,
                                     .text = 0x1b1f27,
                                     .dim = 0x667085,
                                     .faint = 0x98a2b3,
                                     .accent = 0x2f6fed,
                                     .onAccent = 0xffffff,
                                     .selection = 0xdbe7ff,
                                     .selectionText = 0x10244f,
                                     .crash = 0xc8322b,
                                     .crashGround = 0xfdecea,
                                     .warn = 0x9a6700,
                                     .warnGround = 0xfff4d6,
                                     .ok = 0x1a7f45,
                                     .okGround = 0xe3f5ea,
                                     .inlined = 0x7a4fd0,
                                     .inlinedGround = 0xf0eafc,
                                     .scan = 0x8a8f99,
                                     .keyword = 0x7a3fc0,
                                     .string = 0x0b7a4b,
                                     .comment = 0x7b8494,
                                     .number = 0xa15c00,
                                     .function = 0x1f5fbf};
    return kTokens;
}

const ThemeTokens& darkTokens()
{
    static const ThemeTokens kTokens{.window = 0x1d2026,
                                     .base = 0x15181d,
                                     .alternate = 0x191c22,
                                     .code = 0x12151a,
                                     .line = 0x2e333c,
                                     .text = 0xe4e7ec,
                                     .dim = 0x98a2b3,
                                     .faint = 0x667085,
                                     .accent = 0x6ea0ff,
                                     .onAccent = 0x0b1220,
                                     .selection = 0x24344f,
                                     .selectionText = 0xeaf1ff,
                                     .crash = 0xff7a70,
                                     .crashGround = 0x3a1f1e,
                                     .warn = 0xe8b949,
                                     .warnGround = 0x352b12,
                                     .ok = 0x5fcf8e,
                                     .okGround = 0x16301f,
                                     .inlined = 0xb79bff,
                                     .inlinedGround = 0x2a2340,
                                     .scan = 0x858c98,
                                     .keyword = 0xc79bff,
                                     .string = 0x7fd6a4,
                                     .comment = 0x6b7484,
                                     .number = 0xf0b06a,
                                     .function = 0x8db8ff};
    return kTokens;
}

namespace {

QFont scaled(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, qRound(font.pixelSize() * factor)));
    return font;
}

bool looksDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() <
           palette.color(QPalette::WindowText).lightness();
}

} // namespace

Theme::Theme(QObject* parent)
    : QObject(parent), m_systemIsDark(looksDark(QGuiApplication::palette())),
      m_systemFont(QApplication::font()),
      m_systemFixedFont(QFontDatabase::systemFont(QFontDatabase::FixedFont))
{
    applyFonts(100);
}

const ThemeTokens& Theme::tokens() const
{
    return isDark() ? darkTokens() : lightTokens();
}

bool Theme::isDark() const
{
    return m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_systemIsDark);
}

QFont Theme::captionFont() const
{
    return scaled(m_interfaceFont, 0.88);
}

QFont Theme::headlineFont() const
{
    QFont font = scaled(m_interfaceFont, 1.15);
    font.setWeight(QFont::DemiBold);
    // The font shows functions and addresses, in which no letters may be joined.
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

void Theme::apply(ThemeChoice choice, int zoomPercent)
{
    m_choice = choice;
    m_zoomPercent = zoomPercent;
    applyFonts(zoomPercent);
    QApplication::setFont(m_interfaceFont);
    const QPalette colours = palette();
    QApplication::setPalette(colours);
    QToolTip::setPalette(colours);
    Q_EMIT changed();
}

void Theme::setSystemDark(bool isDark)
{
    if (isDark == m_systemIsDark)
        return;
    m_systemIsDark = isDark;
    if (m_choice == ThemeChoice::System)
        apply(m_choice, m_zoomPercent);
}

void Theme::applyFonts(int zoomPercent)
{
    m_interfaceFont = scaled(m_systemFont, zoomPercent / 100.0);
    m_fixedFont = m_systemFixedFont;
    m_fixedFont.setPointSizeF(m_interfaceFont.pointSizeF() > 0 ? m_interfaceFont.pointSizeF() * 0.92
                                                               : m_systemFixedFont.pointSizeF());
    // Ligatures would join "->" and "!=" into one character, but code and addresses must be shown
    // letter by letter.
    m_fixedFont.setStyleStrategy(QFont::PreferNoShaping);
    m_metrics.step = std::max(2, qRound(QFontMetrics(m_interfaceFont).height() / 4.0));
}

QPalette Theme::palette() const
{
    const ThemeTokens& t = tokens();
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.base);
    p.setColor(QPalette::AlternateBase, t.alternate);
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::Button, t.base);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.crash);
    p.setColor(QPalette::Highlight, t.selection);
    p.setColor(QPalette::HighlightedText, t.selectionText);
    p.setColor(QPalette::PlaceholderText, t.dim);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::ToolTipBase, t.alternate);
    p.setColor(QPalette::ToolTipText, t.text);
    for (const auto role :
         {QPalette::Light, QPalette::Midlight, QPalette::Mid, QPalette::Dark, QPalette::Shadow})
        p.setColor(role, t.line);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, t.faint);
    return p;
}

} // namespace faultline::ui
