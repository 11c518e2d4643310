// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include "ui/style/unjoined_font.h"

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
                                     .dim = 0x5a6476,
                                     .faint = 0x7f8a9d,
                                     .accent = 0x2f6fed,
                                     .onAccent = 0xffffff,
                                     .link = 0x1f5fbf,
                                     .selection = 0xdbe7ff,
                                     .selectionText = 0x10244f,
                                     .crash = 0xc02c26,
                                     .crashGround = 0xfdecea,
                                     .warn = 0x8a5d00,
                                     .warnGround = 0xfff4d6,
                                     .ok = 0x17733f,
                                     .okGround = 0xe3f5ea,
                                     .inlined = 0x7346cb,
                                     .inlinedGround = 0xf0eafc,
                                     .scan = 0x68707d,
                                     .bar = 0xa9c4f8,
                                     .hatch = 0xe9ecf1,
                                     .button = 0xffffff,
                                     .keyword = 0x7a3fc0,
                                     .string = 0x0b7a4b,
                                     .comment = 0x636c7a,
                                     .number = 0x985700,
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
                                     .faint = 0x7d8798,
                                     .accent = 0x6ea0ff,
                                     .onAccent = 0x0b1220,
                                     .link = 0x8db8ff,
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
                                     .scan = 0x8f96a2,
                                     .bar = 0x3d5a92,
                                     .hatch = 0x1f232a,
                                     .button = 0x1d2026,
                                     .keyword = 0xc79bff,
                                     .string = 0x7fd6a4,
                                     .comment = 0x858fa0,
                                     .number = 0xf0b06a,
                                     .function = 0x8db8ff};
    return kTokens;
}

namespace {

QColor mixed(const QColor& over, const QColor& under, float share)
{
    const auto part = [share](float upper, float lower) {
        return upper * share + lower * (1 - share);
    };
    return QColor::fromRgbF(part(over.redF(), under.redF()), part(over.greenF(), under.greenF()),
                            part(over.blueF(), under.blueF()));
}

} // namespace

QColor ThemeTokens::dimOnSelection() const
{
    return mixed(selectionText, selection, 0.82F);
}

QColor ThemeTokens::currentLine() const
{
    return mixed(selection, code, 0.6F);
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

/// The preferred family where it is installed, else the font's own.
QFont withFamily(QFont font, const QString& preferred)
{
    if (QFontDatabase::hasFamily(preferred))
        font.setFamilies({preferred, font.family()});
    return font;
}

/// Inter and JetBrains Mono draw "->", "!=" and "0x18" as other signs than they are, but functions,
/// code and addresses must be shown letter by letter. Scripts that cannot be written without joined
/// letters keep them.
QFont letterByLetter(QFont font)
{
    font.setStyleStrategy(QFont::PreferNoShaping);
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
      m_systemFont(letterByLetter(withFamily(QApplication::font(), QStringLiteral("Inter")))),
      m_systemFixedFont(letterByLetter(withFamily(
          QFontDatabase::systemFont(QFontDatabase::FixedFont), QStringLiteral("JetBrains Mono"))))
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

QFont Theme::editorFont() const
{
    QFont font = m_fixedFont;
    const QString family = unjoinedFamily(font);
    if (!family.isEmpty())
        font.setFamilies({family, font.family()});
    return font;
}

QFont Theme::captionFont() const
{
    return scaled(m_interfaceFont, 0.88);
}

QFont Theme::headlineFont() const
{
    QFont font = scaled(m_interfaceFont, 1.15);
    font.setWeight(QFont::DemiBold);
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

void Theme::setCompact(bool isCompact)
{
    if (isCompact == m_metrics.isCompact)
        return;
    m_metrics.isCompact = isCompact;
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
    p.setColor(QPalette::Button, t.button);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.crash);
    p.setColor(QPalette::Highlight, t.selection);
    p.setColor(QPalette::HighlightedText, t.selectionText);
    p.setColor(QPalette::PlaceholderText, t.dim);
    p.setColor(QPalette::Link, t.link);
    p.setColor(QPalette::LinkVisited, t.link);
    p.setColor(QPalette::ToolTipBase, t.base);
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
