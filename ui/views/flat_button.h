#pragma once

#include "ui/style/theme.h"

#include <QAbstractButton>

class QMenu;

namespace faultline::ui {

/// Text without a frame that can be pressed: menus in panel titles, entries of bars.
class FlatButton final : public QAbstractButton
{
    Q_OBJECT

public:
    FlatButton(const Theme& theme, const QString& text, QWidget* parent = nullptr);

    /// Shows a down arrow; a press opens the menu.
    void setMenu(QMenu* menu);

    QMenu* menu() const { return m_menu; }

    /// Colour by tone instead of dim.
    void setColour(const QColor& colour);
    /// A filled dot or warning triangle before the text; an icon name.
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
