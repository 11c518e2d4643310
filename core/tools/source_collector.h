#pragma once

#include "core/base/temp_file.h"
#include "core/tools/symbol_files.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::app {

struct BundleOptions
{
    std::string objectName; ///< Empty: none is recorded.
    /// Recorded path prefix → local one.
    std::vector<std::pair<std::string, std::string>> pathMappings;
};

struct BundleStats
{
    std::size_t files = 0;
    std::size_t embedded = 0; ///< Of them, carried by the debug info itself.
    std::size_t absent = 0;   ///< Not on this machine.
    std::size_t refused = 0;  ///< Too large, or no UTF-8.
    std::size_t changed = 0;  ///< Not taken: another text than the one that was compiled.
};

/// Writes a source bundle with every source file of the object's functions that this machine has.
/// A file whose checksum contradicts the debug info is left out; precompiled headers and files over
/// 10 MiB too. `out` must be empty. Errors: Unsupported (no debug info), and those of writing.
Result<BundleStats>
bundleSources(const SymbolFiles& files, const BundleOptions& options, TempFile& out);

} // namespace faultline::app
