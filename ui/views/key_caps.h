// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QStringList>

class QPainter;
class QRect;

namespace faultline::ui {

/// The keys of a combination, as they are pressed together: "Ctrl", "Shift", "P" of "Ctrl+Shift+P".
QStringList keyCaps(const QString& keys);

int keyCapsWidth(const Theme& theme, const QStringList& caps);

/// Draws the keys from the left end of the area, in its middle.
void drawKeyCaps(QPainter& painter,
                 const Theme& theme,
                 const QRect& area,
                 const QStringList& caps,
                 bool isSelected);

} // namespace faultline::ui
