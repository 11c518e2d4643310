// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/symbolicate/options/options.h"

#include <string>
#include <vector>

namespace faultline::app {

struct RestoredText
{
    std::string text;
    std::vector<std::string> warnings; ///< On mappings that were found but are not used.
};

/// Restores the names in a text with traces of the JVM: the input with its frames replaced. Errors:
/// Unsupported (the text has no such trace), and those of readJvmText() and
/// Engine::restoreNames().
Result<RestoredText> restoreJvmText(engine::Engine& engine,
                                    ByteView bytes,
                                    const symbolicate::SymbolicateOptions& options);

} // namespace faultline::app
