// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/temp_file.h"
#include "core/symbolfiles/symbol_files.h"

#include <string>
#include <utility>
#include <vector>

namespace faultline::app {

struct BundleOptions
{
    std::string objectName; ///< Empty: no name is recorded.
    /// Maps recorded path prefixes to local ones.
    std::vector<std::pair<std::string, std::string>> pathMappings;
    bool anyFile = false; ///< Also files that isSourceFile() does not take.
};

struct BundleStats
{
    std::size_t files = 0;
    std::size_t embedded = 0; ///< Number of these that came from the debug info itself.
    std::size_t absent = 0;   ///< Number that is not on this machine.
    std::size_t refused = 0;  ///< Number that is too large or not UTF-8.
    std::size_t foreign = 0;  ///< Number that is here, but no source by name or place.
    std::size_t changed = 0;  ///< Number left out because the text differs from the compiled one.
};

/// Writes a source bundle with every available source file of the object's functions. A file whose
/// checksum contradicts the debug info is left out, as are precompiled headers, files over 10 MiB
/// and what is no source (isSourceFile()). `out` must be empty. Errors: Unsupported (no debug
/// info), and those of writing.
Result<BundleStats>
bundleSources(const symbolfiles::SymbolFiles& files, const BundleOptions& options, TempFile& out);

} // namespace faultline::app
