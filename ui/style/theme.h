// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/app_settings.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

namespace faultline::ui {

/// The colours of one theme, named by use. All other colours are derived from these.
struct ThemeTokens
{
    QColor window, base, alternate, code, line;
    QColor text, dim, faint;
    QColor accent, onAccent, link, selection, selectionText;
    QColor crash, crashGround;
    QColor warn, warnGround;
    QColor ok, okGround;
    QColor inlined, inlinedGround;
    QColor scan;
    QColor bar, hatch;
    QColor button;
    QColor keyword, string, comment, number, function;

    /// Dim and faint texts on a selected row: the selection's own text at 82 %.
    QColor dimOnSelection() const;
    /// The ground of the current line in code: the selection, so light that comments stay readable.
    QColor currentLine() const;
};

const ThemeTokens& lightTokens();
const ThemeTokens& darkTokens();

/// Sizes on a grid whose step grows with the interface font: 4 px at 100 %.
struct Metrics
{
    int step = 4;
    bool isCompact = false; ///< Rows of tables are lower.

    int row() const { return (isCompact ? 5 : 6) * step; }

    int denseRow() const { return isCompact ? 5 * step : 11 * step / 2; }

    int tallRow() const { return 12 * step; }

    int twoLineRow() const { return 10 * step; }

    int codeLine() const { return 19 * step / 4; }

    int panelTitle() const { return 7 * step; }

    int documentTab() const { return 8 * step; }

    int statusBar() const { return 6 * step; }

    int badge() const { return 4 * step; }

    int badgeRadius() const { return 3 * step / 4; }

    int icon() const { return 4 * step; }

    int textMargin() const { return 2 * step; }

    int barMargin() const { return 3 * step; }
};

/// The active theme: tokens, fonts and sizes. Applying a theme sets the application's palette and
/// fonts, so every widget follows at once.
class Theme final : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject* parent = nullptr);

    const ThemeTokens& tokens() const;

    bool isDark() const;

    const Metrics& metrics() const { return m_metrics; }

    QFont interfaceFont() const { return m_interfaceFont; }

    QFont fixedFont() const { return m_fixedFont; }

    /// The fixed font for a text view that cannot be told to leave letters apart: a copy of the
    /// font without the table that joins them.
    QFont editorFont() const;
    /// 0.88 × the interface font.
    QFont captionFont() const;
    /// 1.15 × the interface font, semibold.
    QFont headlineFont() const;

    void apply(ThemeChoice choice, int zoomPercent);
    void setCompact(bool isCompact);
    /// Tells what ThemeChoice::System means from now on.
    void setSystemDark(bool isDark);

Q_SIGNALS:
    void changed();

private:
    void applyFonts(int zoomPercent);
    QPalette palette() const;

    ThemeChoice m_choice = ThemeChoice::System;
    int m_zoomPercent = 100;
    bool m_systemIsDark = false;
    QFont m_systemFont;
    QFont m_systemFixedFont;
    QFont m_interfaceFont;
    QFont m_fixedFont;
    Metrics m_metrics;
};

} // namespace faultline::ui
