// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/engine/debug_file_desk.h"
#include "core/symbolfiles/symbol_files.h"
#include "core/symcache/symcache.h"

#include <optional>
#include <stop_token>
#include <string>

namespace faultline::engine {

/// A debug file with what can be said of it at once.
struct ReadDebugFile
{
    DebugFileFacts facts{};
    std::optional<symbolfiles::SymbolFiles> objects{}; ///< Of DebugFileKind::Object.
    std::optional<symcache::SymCache> symCache{};      ///< Of DebugFileKind::SymCache.
};

/// Reads identity, sections and what a file refers to. Only its bytes decide what it is. Errors:
/// those of symbolfiles::openSymbolFiles() when it is of no known kind, else those of its reader.
Result<ReadDebugFile>
readDebugFile(const std::string& path, const ParseLimits& limits, const std::stop_token& stop);

} // namespace faultline::engine
