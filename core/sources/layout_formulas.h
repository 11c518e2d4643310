// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/file_type.h"
#include "core/sources/layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Parts of the path formulas that several layouts share (docs/spec/sources-and-caches.md §3.1). A
/// path is absent when the look-up lacks an input.
namespace faultline::layout {

using Path = std::optional<std::string>;
using Paths = std::vector<std::string>; ///< Best first.

/// The list for a formula that gives one path.
Paths listOf(Path path);

/// "name/id/name", as in symbol stores.
Path storePath(const Path& name, const Path& id);

Path withPrefix(std::string_view prefix, Path id);

Path lowered(const Path& text);

Path withSuffix(Path path, std::string_view suffix);

/// The path up to its last '.', with the suffix of source bundles.
Path bundleBeside(Path path);

/// Uses the first two digits as a folder, as GDB's .build-id tree and the unified layout do. The
/// file's name may come out empty, as in Symbolicator.
Path splitAfterTwo(const Path& id);

/// Path by name and code id, for programs in native servers and symbol stores.
Path pePath(const sources::ObjectLookup& lookup);
/// Path by name and debug id, for PDBs in the same places.
Path pdbPath(const sources::ObjectLookup& lookup);

/// Paths in symbol stores; also those of two-tier stores when the source probes for them.
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
