#pragma once

#include "core/sources/file_type.h"
#include "core/sources/layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the path formulas of several layouts are made of (docs/spec/sources-and-caches.md §3.1). A
/// path whose inputs the look-up cannot give is absent.
namespace faultline::layout {

using Path = std::optional<std::string>;
using Paths = std::vector<std::string>; ///< Best first.

/// Of a formula that gives one path.
Paths listOf(Path path);

/// "name/id/name", as symbol stores have it.
Path storePath(const Path& name, const Path& id);

Path withPrefix(std::string_view prefix, Path id);

Path lowered(const Path& text);

Path withSuffix(Path path, std::string_view suffix);

/// The path up to its last '.', plus the suffix of source bundles.
Path bundleBeside(Path path);

/// First two digits as a folder: GDB's .build-id tree and the unified layout. Nothing may be left
/// for the file's name, as in the reference.
Path splitAfterTwo(const Path& id);

/// By name and code id, as native servers and symbol stores have programs.
Path pePath(const sources::ObjectLookup& lookup);
/// By name and debug id, the same.
Path pdbPath(const sources::ObjectLookup& lookup);

/// Symbol stores, with two-tier ones where the source is probed for them.
Paths symstorePaths(sources::FileType type,
                    const sources::ObjectLookup& lookup,
                    const sources::SourceProbes& probes);
Paths symstoreIndex2Paths(sources::FileType type,
                          const sources::ObjectLookup& lookup,
                          const sources::SourceProbes& probes);
Paths ssqpPaths(sources::FileType type,
                const sources::ObjectLookup& lookup,
                const sources::SourceProbes& probes);
Paths unifiedPaths(sources::FileType type, const sources::ObjectLookup& lookup);

} // namespace faultline::layout
