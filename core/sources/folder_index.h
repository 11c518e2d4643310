// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/file.h"
#include "core/sources/file_type.h"
#include "core/sources/object_lookup.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::sources {

/// Identity of a debug file, read from it. A fat archive gives one per slice.
struct IdentifiedObject
{
    FileType type = FileType::ElfDebug;
    DebugId debugId; ///< Nil when there is none.
    CodeId codeId;   ///< Empty when there is none.
};

/// Identifies a file by its bytes. The result is empty when it is no debug file. Called on the
/// thread that looks up; must accept any bytes.
using IdentifyFile = std::function<std::vector<IdentifiedObject>(const ByteView&)>;

struct FolderLimits
{
    std::size_t maxFiles = 200'000;
    std::size_t maxDepth = 32;
    std::uint64_t maxFileBytes = 64ull << 30;
    std::chrono::milliseconds recheckAfter{
        1000}; ///< A look-up that follows a scan within this time does not scan again.
};

/// A file of an indexed folder that matches a look-up.
struct FolderMatch
{
    FileType type = FileType::ElfDebug;
    std::string path; ///< Path below the folder, separated by '/'.
    FileIdentity identity;
    bool isNamesake = false; ///< It has the name of a wanted file and other ids.
};

/// An index by id of the debug files below a folder, however they are arranged. A file is
/// identified once per state (size, mtime, inode); a look-up scans again what changed. Symbolic
/// links to files are followed, links to folders are not. Thread-safe; a look-up waits for a
/// running scan.
class FolderIndex
{
public:
    FolderIndex(std::filesystem::path folder, IdentifyFile identify, FolderLimits limits = {});
    ~FolderIndex();
    FolderIndex(const FolderIndex&) = delete;
    FolderIndex& operator=(const FolderIndex&) = delete;

    /// Files with the wanted debug id (same UUID, appendix at least the wanted one); if there are
    /// none, files with the wanted code id. Sorted by path. An ELF module without any id is
    /// searched by the name of its code file; the caller must then check the file. If no file has
    /// a wanted id, a few files with a wanted name.
    std::vector<FolderMatch> find(const ObjectLookup& lookup, std::stop_token stop = {});

    /// Makes the next look-up scan, however recent the last scan is.
    void expire();

    struct Totals
    {
        std::size_t files = 0;      ///< Number of files seen.
        std::size_t identified = 0; ///< Number of debug files among them.
        bool truncated = false;     ///< A limit was reached; the remaining files are not indexed.
    };

    /// Totals of the last scan.
    Totals totals() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// One index per folder, created at the first request. Thread-safe.
class FolderCatalog
{
public:
    explicit FolderCatalog(IdentifyFile identify, FolderLimits limits = {});
    ~FolderCatalog();

    std::shared_ptr<FolderIndex> indexOf(const std::string& folder, bool recursive = true);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace faultline::sources
