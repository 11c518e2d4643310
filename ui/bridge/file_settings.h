#pragma once

#include "core/engine/engine_config.h"

#include <vector>

namespace faultline::ui {

/// Settings of the user's config.yml that the window also offers. What the user chooses in the
/// window is added to them.
struct FileSettings
{
    std::vector<sources::SourceConfig> sources; ///< Asked before those of the window.
    symbolicate::LinkedSourcePolicy linkedSources{.anyHost = false, .hosts = {}};
};

} // namespace faultline::ui
