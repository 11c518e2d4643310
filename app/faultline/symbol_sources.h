// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/engine_config.h"

#include <string>
#include <vector>

namespace faultline::app {

/// Makes the folders of the sources absolute. Recorded paths then do not depend on the current
/// directory, and candidates can show them as URIs.
void makePathsAbsolute(std::vector<sources::SourceConfig>& sources);

/// Appends the sources of `--symbols` to the configured ones: folders, which are indexed by id, and
/// what parseSourcesArgument() understands. A source that several arguments name is added once.
/// Errors: those of parseSourcesArgument().
Result<void> addSymbolSources(const std::vector<std::string>& arguments,
                              engine::EngineConfig& config);

} // namespace faultline::app
