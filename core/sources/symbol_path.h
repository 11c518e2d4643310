// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::sources {

/// What parsing a symbol path needs from outside.
struct SymbolPathEnvironment
{
    std::string defaultStore; ///< Replaces an empty field ("srv**url", "cache*"): "~/sym", or the
                              ///< folder in DBGHELP_HOMEDIR.
    std::function<bool(const std::string& path)>
        exists; ///< Does a file or folder exist? Null: no path exists.
};

/// Is the text a symbol path, not a folder, a URL or `layout:place`? One of its elements must begin
/// with `srv*`, `symsrv*` or `cache*`.
bool looksLikeSymbolPath(std::string_view text);

/// The sources that Windows debuggers would ask for the elements of `_NT_SYMBOL_PATH`, in the same
/// order. A repeated place counts once. Stores on disk and http stores have symstore layout. Files
/// from an http store are copied into the stores to its left and into the store of a preceding
/// `cache*`. No source is public, and none is asked here. Errors: Malformed (more than ten stores
/// in a chain, an http store that is not the last, a `symsrv*` without its library), with the
/// number of the element. Grammar: docs/spec/sources-and-caches.md §14.1 (Microsoft Learn, "Symbol
/// path for Windows debuggers", "Using SymSrv").
Result<std::vector<SourceConfig>> parseSymbolPath(std::string_view text,
                                                  const SymbolPathEnvironment& environment);

} // namespace faultline::sources
