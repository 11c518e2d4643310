#pragma once

#include "core/engine/engine_config.h"

#include <string>
#include <vector>

namespace faultline::app {

/// Adds what `--symbols` names behind the configured sources: folders indexed by id, directories in
/// a layout (LAYOUT:PATH), servers ([LAYOUT:]URL).
void addSymbolSources(const std::vector<std::string>& arguments, EngineConfig& config);

} // namespace faultline::app
