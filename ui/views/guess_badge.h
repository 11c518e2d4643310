// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

class QPainter;

namespace faultline::ui {

/// Draws the dashed amber badge "guess" at the left edge of the area, in the middle of its height.
/// Returns its width.
int drawGuessBadge(QPainter& painter, const QRect& area, const Theme& theme);

} // namespace faultline::ui
