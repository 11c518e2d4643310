// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/sources/folder_index.h"

namespace faultline::engine {

/// Identifies debug files for folder sources.
sources::IdentifyFile identifyFile(const ParseLimits& limits);

} // namespace faultline::engine
