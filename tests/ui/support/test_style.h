// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

namespace faultline::ui::test {

/// Gives the application the workbench's style and translation anew, and returns the style's theme.
Theme& renewStyle();

} // namespace faultline::ui::test
