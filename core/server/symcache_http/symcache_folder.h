#pragma once

#include "core/base/byte_view.h"
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
/// in any case and written with ids in upper case. Thread-safe.
class SymcacheFolder
{
public:
    using TimePoint = std::chrono::system_clock::time_point;

    explicit SymcacheFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// The newest file that the client understands; empty files and links out of the folder are
    /// passed over.
    std::optional<StoredFile> best(const PdbKey& key, const FormatVersion& wanted) const;

    /// Moves a file of the same file system into its place; one that is there already stays.
    /// Errors: those of the file system.
    Result<void>
    store(const PdbKey& key, const FormatVersion& version, const std::filesystem::path& file) const;

    /// A file that says until when a PDB counts as absent for a version, as the sample server
    /// writes it. Errors: those of writing.
    Result<void>
    writeNegative(const PdbKey& key, const FormatVersion& version, TimePoint expiry) const;
    bool hasNegative(const PdbKey& key, const FormatVersion& version, TimePoint now) const;

    /// A new folder below the root, for work in progress.
    Result<std::filesystem::path> createWorkFolder() const;
    /// Removes what a process that ended early has left.
    void removeWorkFolders() const;

private:
    std::filesystem::path folderOf(const PdbKey& key) const;
    std::filesystem::path negativePath(const PdbKey& key, const FormatVersion& version) const;
    std::vector<std::filesystem::path> foldersOf(const PdbKey& key) const;

    std::filesystem::path m_folder;
};

/// The version in "<name>-v<version>.symcache", of that PDB's files only, in any case.
std::optional<FormatVersion> versionInName(std::string_view fileName, std::string_view pdbName);

} // namespace faultline::server::symcache_http
