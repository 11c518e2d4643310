// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/process_temp_folder.h"
#include "core/base/result.h"
#include "core/server/symcache_http/format_version.h"
#include "core/server/symcache_http/pdb_key.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

namespace faultline::server::symcache_http {

struct StoredFile
{
    FormatVersion version;
    std::filesystem::path path;
    std::uint64_t sizeBytes = 0;
};

/// A folder of .symcache files in the layout of Windows Performance Analyzer
/// (docs/spec/symcache-http.md §5): <name>/<guid><AGE>/<name>-v<version>.symcache. Names are found
/// in any case; new ones have ids in upper case. Thread-safe.
class SymcacheFolder
{
public:
    using TimePoint = std::chrono::system_clock::time_point;

    explicit SymcacheFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Returns the newest file that the client understands. Ignores empty files and links that lead
    /// out of the folder.
    std::optional<StoredFile> best(const PdbKey& key, const FormatVersion& wanted) const;

    /// Links a file of the same file system into its place. A file that is already there stays.
    /// Errors: those of the file system.
    Result<void>
    store(const PdbKey& key, const FormatVersion& version, const std::filesystem::path& file) const;

    /// Writes a file which says until when a PDB counts as absent for a version, in the form of the
    /// sample server. Errors: those of writing.
    Result<void>
    writeNegative(const PdbKey& key, const FormatVersion& version, TimePoint expiry) const;
    bool hasNegative(const PdbKey& key, const FormatVersion& version, TimePoint now) const;

    /// Creates a folder below the root for unfinished files, which goes with the returned object.
    /// Removes the work folders of processes that ended early.
    Result<ProcessTempFolder> createWorkFolder() const;
    /// Removes the work folders of processes that ended early, and nothing else.
    void removeWorkFolders() const;

private:
    ProcessTempPlace workPlace() const;
    std::filesystem::path folderOf(const PdbKey& key) const;
    std::filesystem::path negativePath(const PdbKey& key, const FormatVersion& version) const;
    std::vector<std::filesystem::path> foldersOf(const PdbKey& key) const;

    std::filesystem::path m_folder;
};

/// Returns the version in "<name>-v<version>.symcache" if the name, in any case, is that of the
/// PDB.
std::optional<FormatVersion> versionInName(std::string_view fileName, std::string_view pdbName);

} // namespace faultline::server::symcache_http
