#pragma once

#include "core/base/parse_limits.h"
#include "core/sources/folder_index.h"

namespace faultline {

/// How folder sources recognise debug files.
IdentifyFile identifyFile(const ParseLimits& limits);

} // namespace faultline
