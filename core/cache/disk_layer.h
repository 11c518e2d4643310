#pragma once

#include "core/base/log.h"
#include "core/base/temp_file.h"
#include "core/cache/cache_key.h"
#include "core/cache/cache_versions.h"
#include "core/cache/entry_header.h"
#include "core/cache/entry_lifetime.h"
#include "core/cache/process_temp_folder.h"

#include <filesystem>
#include <optional>

namespace faultline {

/// The files of a cache folder. Any of them may vanish at any moment: that is a miss, never an
/// error. What cannot be written is logged and served all the same. Without a folder nothing is
/// found or kept, and temporary files live in the system's folder for them. Thread-safe.
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

    DiskLayer(std::optional<std::filesystem::path> folder, LogSink& log);

    /// A damaged entry, or one of another key, is removed and counts as absent.
    std::optional<Found>
    find(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const;

    /// Marks a use now.
    void touch(const std::filesystem::path& path, CacheTime now) const;

    /// A file with room for the entry's head.
    Result<TempFile> makeTemp(const EntryHeader& header) const;

    /// Makes `file` the entry of the kind's current version and removes its previous ones. What is
    /// mapped of it stays valid, kept or not.
    void keep(TempFile file,
              const EntryHeader& header,
              const CacheVersions& kind,
              const CacheKey& key) const;

    void
    keepFailure(const EntryHeader& header, const CacheVersions& kind, const CacheKey& key) const;

    /// Removes the entries of all versions.
    void remove(const CacheVersions& kind, const CacheKey& key) const;

private:
    void useTempFolder(const std::filesystem::path& root);
    std::filesystem::path
    pathOf(const CacheVersions& kind, std::uint32_t version, const CacheKey& key) const;
    void removePrevious(const CacheVersions& kind, const CacheKey& key) const;
    void place(TempFile& file,
               const EntryHeader& header,
               const CacheVersions& kind,
               const CacheKey& key) const;

    std::optional<std::filesystem::path> m_folder;
    LogSink& m_log;
    std::optional<ProcessTempFolder> m_temp;
};

} // namespace faultline
