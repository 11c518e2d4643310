// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_config.h"
#include "ui/bridge/workbench.h"
#include "ui/settings/app_settings.h"
#include "ui/settings/credentials.h"

#include <vector>

namespace faultline::ui {

/// Converts one source, whether it is on or off. Without `credentials` it has no secrets.
sources::SourceConfig makeSourceConfig(const SourceSetting& setting,
                                       const Credentials* credentials);

/// Converts the sources that are on into the engine's form and keeps their order. An unknown layout
/// becomes the native one.
std::vector<sources::SourceConfig> makeSourceConfigs(const QList<SourceSetting>& settings,
                                                     const Credentials* credentials = nullptr);

/// Sources of the configuration file, for display. Credentials are left out.
QList<SourceSetting> makeSourceSettings(const std::vector<sources::SourceConfig>& configs);

QList<SourcePresetRow> makePresetRows();

} // namespace faultline::ui
