// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QAbstractButton>

class QMenu;

namespace faultline::ui {

/// A button without a frame, for menus in panel titles and for entries of bars.
class FlatButton final : public QAbstractButton
{
    Q_OBJECT

public:
    FlatButton(const Theme& theme, const QString& text, QWidget* parent = nullptr);

    /// Shows a down arrow; pressing the button opens the menu.
    void setMenu(QMenu* menu);

    QMenu* menu() const { return m_menu; }

    /// Replaces the dim colour of the text.
    void setColour(const QColor& colour);
    /// Name of an icon, such as a filled dot or a warning triangle, drawn before the text.
    void setGlyph(const QString& icon);

    QSize sizeHint() const override;

    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    int glyphWidth() const;

    const Theme& m_theme;
    QMenu* m_menu = nullptr;
    QColor m_colour;
    QString m_glyph;
};

} // namespace faultline::ui
