// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"
#include "core/base/temp_file.h"
#include "core/formats/debug/script/syntax_tree.h"
#include "core/formats/debug/sourcemap/source_map.h"

#include <stop_token>

namespace faultline::sourcemap {

struct MapCacheInput
{
    /// The generated text in UTF-8, or that of the wanted module of a RAM bundle. Empty for
    /// Hermes's bytecode.
    Bytes script;
    Bytes map; ///< The map's JSON text.
    MapOptions options{};
    script::ScriptLimits scriptLimits{};
};

/// Derives a source map cache and appends it to `out`. If the script cannot be parsed, the cache
/// only lacks names of functions. Errors: those of SourceMap::parse() and of writing, Cancelled.
Result<void> writeMapCache(const MapCacheInput& input, TempFile& out, std::stop_token stop = {});

} // namespace faultline::sourcemap
