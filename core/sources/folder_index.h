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

/// What a debug file says it is; a fat archive gives one per slice.
struct IdentifiedObject
{
    FileType type = FileType::ElfDebug;
    DebugId debugId; ///< Nil: none.
    CodeId codeId;   ///< Empty: none.
};

/// Recognises a file by its bytes; empty when it is no debug file. Called from whichever thread
/// looks up; must bear any bytes.
using IdentifyFile = std::function<std::vector<IdentifiedObject>(const ByteView&)>;

struct FolderLimits
{
    std::size_t maxFiles = 200'000;
    std::size_t maxDepth = 32;
    std::uint64_t maxFileBytes = 64ull << 30;
    std::chrono::milliseconds recheckAfter{
        1000}; ///< A look-up within this time of a scan trusts it.
};

/// One file of an indexed folder that fits a look-up.
struct FolderMatch
{
    FileType type = FileType::ElfDebug;
    std::string path; ///< Below the folder, separated by '/'.
    FileIdentity identity;
};

/// The debug files below a folder, by id, in any arrangement. Files are identified once per state
/// (size, mtime, inode); a look-up scans again what changed. Symbolic links to files are followed,
/// to folders not. Thread-safe; a look-up waits for a scan that is under way.
class FolderIndex
{
public:
    FolderIndex(std::filesystem::path folder, IdentifyFile identify, FolderLimits limits = {});
    ~FolderIndex();
    FolderIndex(const FolderIndex&) = delete;
    FolderIndex& operator=(const FolderIndex&) = delete;

    /// Files with the wanted debug id (same UUID, appendix at least the wanted one) or, failing
    /// that, the code id; sorted by path. An ELF module without any id is looked for by the name of
    /// its code file: whoever asks has to find out whether that is it.
    std::vector<FolderMatch> find(const ObjectLookup& lookup, std::stop_token stop = {});

    /// The next look-up scans, however recent the last scan is.
    void expire();

    struct Totals
    {
        std::size_t files = 0;      ///< Seen.
        std::size_t identified = 0; ///< Of these, debug files.
        bool truncated = false;     ///< A limit was met; the rest is not indexed.
    };

    /// Of the last scan.
    Totals totals() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// One index per folder, made when first asked for. Thread-safe.
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
