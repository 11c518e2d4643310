#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Prints what identifies each file and what it can be used for.
ExitCode symbolsInfo(const SymbolsInfoArguments& arguments);
/// Converts a debug file; an existing output is replaced only once the conversion has succeeded.
ExitCode symbolsSymcache(const SymbolsSymcacheArguments& arguments);
/// Answers for addresses relative to the module, from a debug file or a symcache.
ExitCode symbolsLookup(const SymbolsLookupArguments& arguments);
/// Loads what crash files could need into the caches: every module's files, for all purposes.
ExitCode symbolsFetch(const SymbolsFetchArguments& arguments);

} // namespace faultline::app
