#pragma once

#include "app/faultline/command_line.h"
#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/engine/engine.h"

#include <string>

namespace faultline::app {

/// The mappings that `--symbols` names: files, and those below folders. Of several in a folder only
/// those that a frame's map id selects count. Files of other kinds are passed over.
std::vector<std::string> mappingsAmong(const std::vector<std::string>& symbols,
                                       const std::vector<std::string>& mapIds);

/// Restores the names of a text with traces of the JVM and renders it: as text the input itself, as
/// Markdown the same in a block, as JSON Symbolicator's answer with what is ours. Errors: those of
/// readJvmText() and Engine::runJvm().
Result<std::string>
symbolicateJvmText(engine::Engine& engine, ByteView bytes, const SymbolicateArguments& arguments);

} // namespace faultline::app
