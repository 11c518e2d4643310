#pragma once

#include <QColor>
#include <QWidget>

namespace faultline::ui {

/// Colours a label's text, on whichever ground it stands: the role of text follows the role of the
/// ground.
inline void setTextColour(QWidget& widget, const QColor& colour)
{
    QPalette palette = widget.palette();
    palette.setColor(QPalette::WindowText, colour);
    palette.setColor(QPalette::Text, colour);
    widget.setPalette(palette);
}

} // namespace faultline::ui
