#pragma once

#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

/// What reading a symbol path needs from outside.
struct SymbolPathEnvironment
{
    std::string defaultStore; ///< Stands for an empty field ("srv**url", "cache*"): "~/sym" or what
                              ///< DBGHELP_HOMEDIR says.
    std::function<bool(const std::string& path)> exists; ///< A file or folder; null: nothing does.
};

/// Whether a text is a symbol path rather than a folder, a URL or `layout:place`: one of its
/// elements begins with `srv*`, `symsrv*` or `cache*`.
bool looksLikeSymbolPath(std::string_view text);

/// The sources that Windows debuggers would ask for the elements of `_NT_SYMBOL_PATH`, in their
/// order; the same place twice counts once. Stores on disk and http stores are read in symstore
/// layout; what an http store has is kept in the stores to its left and in that of a preceding
/// `cache*`. Nothing is public, and nothing is asked for here.
/// Errors: Malformed (more than ten stores in a chain, an http store that is not the last, a
/// `symsrv*` without its library), with the number of the element.
/// Grammar: docs/spec/sources-and-caches.md §14.1 (Microsoft Learn, "Symbol path for Windows
/// debuggers", "Using SymSrv").
Result<std::vector<SourceConfig>> parseSymbolPath(std::string_view text,
                                                  const SymbolPathEnvironment& environment);

} // namespace faultline::sources
