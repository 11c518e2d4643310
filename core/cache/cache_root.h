// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/folder.h"
#include "core/base/process_temp_folder.h"
#include "core/base/temp_file.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_versions.h"

#include <filesystem>
#include <string>

namespace faultline::cache {

/// An entry's place below the cache folder: <kind>/v<version>/<aa>/<bb>/<60 digits>.
std::string entryPlace(const CacheVersions& kind, std::uint32_t version, const CacheKey& key);

/// A cache folder. The user names it, so it may be any folder and have other files, even in the
/// place of an entry. Links on the way to it are followed, none below it. It is opened for every
/// use, because it may be removed and made again at any time. Rules: docs/caches.md. Immutable;
/// thread-safe.
class CacheRoot
{
public:
    /// Opens a folder for look-ups. `user` is the one whose entries may answer. Errors: NotFound,
    /// PermissionDenied, Internal.
    static Result<CacheRoot> open(const std::filesystem::path& folder, UserId user);
    /// Opens a folder to clean it: looks whether an earlier version made it, if it has no mark.
    static Result<CacheRoot> examine(const std::filesystem::path& folder, UserId user);
    /// Makes the folder if it is missing, and marks it if it is empty or an earlier version's.
    /// Errors: PermissionDenied, Internal.
    static Result<CacheRoot> openOrMake(const std::filesystem::path& folder, UserId user);

    const Folder& folder() const { return m_folder; }

    /// Is everything in the place of an entry ours? If not, only what begins as an entry is.
    bool isOurs() const { return m_isOurs; }

    /// Opens the file in an entry's place, for an answer. Errors: NotFound (also when a folder on
    /// the way is missing), Unsupported (not a regular file), PermissionDenied (another user may
    /// have written it), Internal.
    Result<Descriptor> openEntry(const std::string& place,
                                 Folder::Mode mode = Folder::Mode::Read) const;

    /// May the file in an entry's place be removed or replaced? `parent` is the folder that has it.
    bool mayRemove(const Folder& parent, const std::string& name, const struct stat& info) const;
    /// The owner, mode, size and times of the file in an entry's place. Absent when no file is
    /// there.
    std::optional<struct stat> findEntry(const std::string& place) const;
    /// Errors: NotFound, PermissionDenied (the file is not ours), those of the system.
    Result<void> removeEntry(const std::string& place) const;
    /// Moves a file of the same file system to an entry's place. Errors: Unsupported (a file that
    /// is not ours is there), those of the system.
    Result<void> keepEntry(TempFile& file, const std::string& place) const;

    /// Records a use at a time in nanoseconds since the epoch. An entry that has vanished needs no
    /// mark.
    void touchEntry(const std::string& place, std::int64_t timeNs) const;

private:
    CacheRoot(Folder folder, UserId user, UserId owner, bool isOurs)
        : m_folder(std::move(folder)), m_user(user), m_owner(owner), m_isOurs(isOurs)
    {
    }

    static Result<CacheRoot> open(Folder folder, UserId user);

    Folder m_folder;
    UserId m_user;
    UserId m_owner; ///< Of the folder itself.
    bool m_isOurs;
};

/// Where processes that use the cache folder keep their temporary files, so that these can be
/// renamed to entries.
ProcessTempPlace tempPlaceOf(const CacheRoot& root);

} // namespace faultline::cache
