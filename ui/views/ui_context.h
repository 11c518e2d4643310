// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/workbench.h"
#include "ui/settings/app_settings.h"
#include "ui/style/theme.h"

namespace faultline::ui {

/// What every view receives. Everything in it outlives the views.
struct UiContext
{
    const Theme& theme;
    AppSettings& settings;
    Workbench& workbench;
};

} // namespace faultline::ui
