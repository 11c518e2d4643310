#pragma once

#include "core/base/log.h"
#include "core/base/temp_file.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_versions.h"
#include "core/cache/entry_header.h"
#include "core/cache/entry_lifetime.h"
#include "core/cache/process_temp_folder.h"

#include <atomic>
#include <filesystem>
#include <optional>

namespace faultline::cache {

/// The files of a cache folder. Any of them may vanish at any moment: that is a miss, never an
/// error. Without a folder nothing is found or kept, and temporary files live in the system's
/// folder for them. An entry that may have been hit by a crash of the machine, being last used
/// before it started, is compared with its checksum, and small ones always are. Thread-safe.
class DiskLayer
{
public:
    struct Found
    {
        EntryHeader header;
        ByteView payload;
        CacheTime lastUsed;
        std::filesystem::path path;
    };

    /// `machineStart`: when this machine was started.
    DiskLayer(std::optional<std::filesystem::path> folder, CacheTime machineStart, LogSink& log);

    /// A damaged entry, or one of another key, is removed and counts as absent.
    std::optional<Found>
    find(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const;

    /// Marks a use now.
    void touch(const std::filesystem::path& path, CacheTime now) const;

    /// Marks in the entry that something better was looked for; a use as well.
    void recordUpgradeAttempt(const std::filesystem::path& path, CacheTime now) const;

    /// A file with room for the entry's head: in the process's own folder, else in the system's,
    /// else in memory.
    Result<TempFile> makeTemp(const EntryHeader& header) const;

    /// Makes `file` the entry of the kind's current version and removes its previous ones. What is
    /// mapped of it stays valid, kept or not. Errors: those of the file system; then nothing has
    /// changed.
    Result<void>
    keep(TempFile file, EntryHeader header, const CacheVersions& kind, const CacheKey& key) const;

    Result<void>
    keepFailure(const EntryHeader& header, const CacheVersions& kind, const CacheKey& key) const;

    /// Removes the entries of all versions.
    void remove(const CacheVersions& kind, const CacheKey& key) const;

private:
    void useTempFolder(const std::filesystem::path& root);
    std::filesystem::path
    pathOf(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const;
    void removePrevious(const CacheVersions& kind, const CacheKey& key) const;
    Result<ReadEntry> check(const ByteView& file, const CacheKey& key, CacheTime lastUsed) const;

    std::optional<std::filesystem::path> m_folder;
    const CacheTime m_machineStart;
    LogSink& m_log;
    std::optional<ProcessTempFolder> m_temp;
    mutable std::atomic<bool> m_isTempTrouble = false; // Said once, until it is over.
};

} // namespace faultline::cache
