#pragma once

#include "core/base/result.h"
#include "core/engine/engine_config.h"

#include <string>
#include <vector>

namespace faultline::app {

/// Makes the folders of the sources independent of the current directory: paths that files record
/// are relative to them, and candidates show them as URIs.
void makePathsAbsolute(std::vector<sources::SourceConfig>& sources);

/// Adds what `--symbols` names behind the configured sources: folders indexed by id, and what
/// parseSourcesArgument() understands. What several arguments name counts once. Errors: those of
/// parseSourcesArgument().
Result<void> addSymbolSources(const std::vector<std::string>& arguments,
                              engine::EngineConfig& config);

} // namespace faultline::app
