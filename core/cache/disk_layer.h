// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/folder.h"
#include "core/base/log.h"
#include "core/base/process_temp_folder.h"
#include "core/base/temp_file.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_root.h"
#include "core/cache/cache_versions.h"
#include "core/cache/checked_files.h"
#include "core/cache/entry_header.h"
#include "core/cache/entry_lifetime.h"

#include <atomic>
#include <filesystem>
#include <optional>

namespace faultline::cache {

/// The files of a cache folder. A file that vanishes is a miss, never an error. Without a folder
/// nothing is found or kept, and temporary files live in the system's folder. An entry is compared
/// with its checksum when this process reads it for the first time since it changed; see check()
/// for the exception. Thread-safe.
class DiskLayer
{
public:
    struct Found
    {
        EntryHeader header;
        ByteView payload;
        CacheTime lastUsed;
        std::string place; ///< Below the cache folder.
    };

    /// `machineStart` is the time at which this machine started; only entries of `user` and of root
    /// answer.
    DiskLayer(std::optional<std::filesystem::path> folder,
              CacheTime machineStart,
              UserId user,
              LogSink& log);

    /// An entry that is damaged or has another key is removed and counts as absent. A file that is
    /// not ours counts as absent and stays.
    std::optional<Found>
    find(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const;

    /// Records a use at `now`.
    void touch(const std::string& place, CacheTime now) const;

    /// Records in the entry that a better file was searched for. This also counts as a use.
    void recordUpgradeAttempt(const std::string& place, CacheTime now) const;

    /// A file with room for the entry's head: in the process's own folder, otherwise in the
    /// system's, otherwise in memory. It is created with its first byte. This layer outlives it.
    TempFile makeTemp(const EntryHeader& header) const;

    /// Makes `file` the entry of the kind's current version and removes its previous versions.
    /// Mappings of `file` stay valid in either case. Errors: those of the file system; nothing has
    /// changed then.
    Result<void>
    keep(TempFile file, EntryHeader header, const CacheVersions& kind, const CacheKey& key) const;

    Result<void>
    keepFailure(const EntryHeader& header, const CacheVersions& kind, const CacheKey& key) const;

    /// Removes the temporary files. No other call may run at the same time or follow.
    void close() { m_temp.reset(); }

    /// Removes the entries of all versions.
    void remove(const CacheVersions& kind, const CacheKey& key) const;

private:
    Result<TempFile> openTemp(std::uint64_t reservedBytes) const;
    void prepareFolder();
    void useTempFolder(ProcessTempPlace place);
    Result<ReadEntry> readFound(const Descriptor& file, const CacheKey& key, Found& found) const;
    void removeDamaged(const CacheRoot& root, const std::string& place, const Error& why) const;
    void warn(std::string_view message) const;
    static void
    removePrevious(const CacheRoot& root, const CacheVersions& kind, const CacheKey& key);
    /// A crash of the machine may damage entries that were last used before it started, so these
    /// are compared whatever they are. Large downloads otherwise are not.
    Result<ReadEntry>
    check(const ByteView& file, const FileIdentity& identity, const CacheKey& key) const;

    const std::optional<std::filesystem::path> m_folder;
    const CacheTime m_machineStart;
    const UserId m_user;
    LogSink& m_log;
    std::optional<ProcessTempFolder> m_temp;
    mutable CheckedFiles m_checked;
    mutable std::atomic<bool> m_isTempTrouble = false; // Log the problem once until it is over.
};

} // namespace faultline::cache
