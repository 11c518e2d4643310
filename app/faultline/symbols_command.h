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
/// Prints a debug file as Breakpad symbols.
ExitCode symbolsDump(const SymbolsDumpArguments& arguments);
/// Writes a source bundle for a debug file.
ExitCode symbolsBundle(const SymbolsBundleArguments& arguments);
/// Puts debug files into the unified layout.
ExitCode symbolsSort(const SymbolsSortArguments& arguments);
/// Parts a WebAssembly file from its debug info; prints the build id.
ExitCode symbolsWasmSplit(const SymbolsWasmSplitArguments& arguments);
/// Loads what crash files could need into the caches: every module's files, for all purposes.
ExitCode symbolsFetch(const SymbolsFetchArguments& arguments);

} // namespace faultline::app
