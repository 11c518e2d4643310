#pragma once

#include "core/engine/engine_config.h"

#include <vector>

namespace faultline::ui {

/// What the user's config.yml says of things that can also be chosen in the window, where they are
/// added to these.
struct FileSettings
{
    std::vector<sources::SourceConfig> sources; ///< Asked before those of the window.
    symbolicate::LinkedSourcePolicy linkedSources{.anyHost = false, .hosts = {}};
};

} // namespace faultline::ui
