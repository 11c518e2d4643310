#pragma once

#include "core/engine/engine_config.h"
#include "ui/settings/app_settings.h"

#include <vector>

namespace faultline::ui {

/// The engine's sources for what the user entered, in the same order. An unknown layout becomes the
/// native one.
std::vector<sources::SourceConfig> makeSourceConfigs(const QList<SourceSetting>& settings);

} // namespace faultline::ui
