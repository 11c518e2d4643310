// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/symbol_path.h"

#include <optional>

namespace faultline::sources {

/// The sources that one argument of the command line means:
/// - `srv*…`, `symsrv*…`, `cache*…`, several elements with ';': a symbol path (symbol_path.h);
/// - `debuginfod:URL…`: servers as in DEBUGINFOD_URLS;
/// - `preset:NAME`: a well-known server (source_presets.h);
/// - otherwise `[<layout>:]<path or URL>` for parseSourceArgument(), under the given id.
/// Errors: Malformed (with the reason), NotFound (no such preset).
Result<std::vector<SourceConfig>> parseSourcesArgument(std::string_view argument,
                                                       std::string_view id,
                                                       const SymbolPathEnvironment& environment);

/// Value of an environment variable; absent when it is not set.
using VariableLookup = std::function<std::optional<std::string>(const std::string& name)>;

/// The sources for one element of `import_sources` in a configuration: `_NT_SYMBOL_PATH` (preceded
/// by `_NT_ALT_SYMBOL_PATH`), `DEBUGINFOD_URLS`, or `preset:NAME`. Empty when the variable is not
/// set. Errors: Malformed, NotFound (no such preset or no such import).
Result<std::vector<SourceConfig>> importSources(const std::string& name,
                                                const VariableLookup& variable,
                                                const SymbolPathEnvironment& environment);

} // namespace faultline::sources
