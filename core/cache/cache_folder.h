// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/cache/cache_root.h"
#include "core/cache/entry_header.h"
#include "core/cache/entry_lifetime.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace faultline::cache {

/// A file in the place of an entry: <kind>/v<version>/<aa>/<bb>/<60 digits>.
struct CacheFile
{
    std::filesystem::path path;
    std::string place; ///< Below the cache folder, for CacheRoot.
    std::string kind;
    std::uint32_t version = 0;
    std::string digest;          ///< 64 hexadecimal digits; the argument of `cache show`.
    std::uint64_t diskBytes = 0; ///< In whole pages.
    CacheTime lastUsed;
    /// False when the file is not our entry, for example one of Symbolicator's or another user's.
    bool isOurs = true;
    /// Errors: Malformed, PermissionDenied and Internal (cannot be read).
    Result<ReadEntry> entry;
};

/// Visits the files of a cache folder, kind by kind and sorted by name. Everything else in the
/// folder is ignored, links too. Files that vanish meanwhile are skipped. Errors: Cancelled,
/// PermissionDenied and Internal (a folder could not be listed; the others were visited).
Result<void> forEachCacheFile(const CacheRoot& root,
                              const std::stop_token& stop,
                              const std::function<void(const CacheFile&)>& visit);
/// The same for the folder of this process's user. Nothing is visited if it does not exist.
Result<void> forEachCacheFile(const std::filesystem::path& folder,
                              const std::stop_token& stop,
                              const std::function<void(const CacheFile&)>& visit);

/// The time from which look-ups no longer use the entry if it is not used before; absent means
/// never. A malformed entry also expires with the process.
std::optional<CacheTime>
expiryOf(const EntryHeader& header, CacheTime lastUsed, const CacheLifetimeSet& lifetimes);

/// Removes empty folders of versions and digits, if the cache folder has nothing of others. Returns
/// their number.
std::size_t removeEmptyCacheFolders(const CacheRoot& root);

} // namespace faultline::cache
