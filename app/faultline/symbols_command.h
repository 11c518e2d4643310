// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Prints the ids of each file and the purposes that it can serve.
ExitCode run(const SymbolsInfoArguments& arguments);
/// Converts a debug file into a symcache. An existing output is replaced only after the conversion
/// has succeeded.
ExitCode run(const SymbolsSymcacheArguments& arguments);
/// Looks up addresses relative to the module in a debug file or a symcache.
ExitCode run(const SymbolsLookupArguments& arguments);
/// Prints the layout of the types with a name.
ExitCode run(const SymbolsTypesArguments& arguments);
/// Prints the symbols of a debug file in one of several forms.
ExitCode run(const SymbolsDumpArguments& arguments);
/// Uploads the symbols of deployed files to a server.
ExitCode run(const SymbolsPushArguments& arguments);
/// Writes a source bundle for a debug file.
ExitCode run(const SymbolsBundleArguments& arguments);
/// Puts debug files into the unified layout.
ExitCode run(const SymbolsSortArguments& arguments);
/// Separates a WebAssembly file from its debug info and prints the build id.
ExitCode run(const SymbolsWasmSplitArguments& arguments);
/// Loads into the caches every file that the modules of the crash files could need, for all
/// purposes.
ExitCode run(const SymbolsFetchArguments& arguments);

} // namespace faultline::app
