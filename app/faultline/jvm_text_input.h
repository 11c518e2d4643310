#pragma once

#include "app/faultline/command_line.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/engine/engine.h"

#include <string>

namespace faultline::app {

/// Returns the mappings that `--symbols` names, either as files or through their folders. Of
/// several mappings in a folder, only those are used that a frame's map id selects. Files of other
/// kinds are ignored.
std::vector<std::string> mappingsAmong(const std::vector<std::string>& symbols,
                                       const std::vector<std::string>& mapIds);

/// Restores the names in a text with traces of the JVM and renders the result. Text output is the
/// input with its frames replaced, Markdown puts the same into a block, and JSON is Symbolicator's
/// answer plus our additions. Errors: those of readJvmText() and Engine::runJvm().
Result<std::string>
symbolicateJvmText(engine::Engine& engine, ByteView bytes, const SymbolicateArguments& arguments);

} // namespace faultline::app
