#pragma once

#include "core/base/byte_view.h"
#include "core/cache/entry_header.h"
#include "core/cache/entry_lifetime.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace faultline::cache {

/// A file that lies where an entry would: <kind>/v<version>/<aa>/<bb>/<60 digits>.
struct CacheFile
{
    std::filesystem::path path;
    std::string kind;
    std::uint32_t version = 0;
    std::string digest;          ///< 64 hexadecimal digits, what `cache show` takes.
    std::uint64_t diskBytes = 0; ///< In whole pages.
    CacheTime lastUsed;
    bool isOurs = true; ///< False: no entry of ours at all, like one of Symbolicator's.
    /// Errors: Malformed, Internal (cannot be read).
    Result<ReadEntry> entry;
};

/// Visits the files of a cache folder, kind by kind in the order of names; nothing else in the
/// folder is looked at. Files that vanish meanwhile are left out. Errors: Cancelled,
/// PermissionDenied and Internal (a folder cannot be listed; the others have been visited).
Result<void> forEachCacheFile(const std::filesystem::path& folder,
                              const std::stop_token& stop,
                              const std::function<void(const CacheFile&)>& visit);

/// When look-ups stop using an entry that nobody uses meanwhile; absent: never. A malformed one
/// also ends with the process.
std::optional<CacheTime>
expiryOf(const EntryHeader& header, CacheTime lastUsed, const CacheLifetimeSet& lifetimes);

/// Removes the folders of kinds, versions and digits that hold nothing; how many.
std::size_t removeEmptyCacheFolders(const std::filesystem::path& folder);

} // namespace faultline::cache
