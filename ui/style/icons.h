// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace faultline::ui {

/// Draws the icon `name` of resources/icons in one colour. `sizePx` is its width in
/// device-independent pixels, `ratio` the device pixel ratio for which it is drawn. Null when there
/// is no such icon.
QPixmap iconPixmap(const QString& name, const QColor& colour, int sizePx, qreal ratio);

/// The same at the ratios 1, 2 and 3.
QIcon themedIcon(const QString& name, const QColor& colour, int sizePx);

} // namespace faultline::ui
