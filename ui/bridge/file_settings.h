// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine_config.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::ui {

/// Settings of the user's config.yml that the window also offers. What the user chooses in the
/// window is added to them.
struct FileSettings
{
    std::vector<sources::SourceConfig> sources; ///< Asked before those of the window.
    symbolicate::LinkedSourcePolicy linkedSources{.anyHost = false, .hosts = {}};
    std::vector<std::pair<std::string, std::string>> pathMappings{}; ///< Recorded to local paths.
};

} // namespace faultline::ui
