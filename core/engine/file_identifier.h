#pragma once

#include "core/base/parse_limits.h"
#include "core/sources/folder_index.h"

namespace faultline::engine {

/// How folder sources recognise debug files.
sources::IdentifyFile identifyFile(const ParseLimits& limits);

} // namespace faultline::engine
