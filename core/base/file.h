// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <filesystem>
#include <sys/stat.h>

namespace faultline {

/// Distinguishes one state of a file from the next. Part of the cache key of files whose location
/// does not contain their id.
struct FileIdentity
{
    std::uint64_t sizeBytes = 0;
    std::int64_t mtimeNs = 0;
    std::uint64_t inode = 0;
    std::uint64_t device = 0;

    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// Every mapping stands under a SIGBUS guard. If somebody truncates the file meanwhile, or its disk
// cannot be read, the missing pages read as zeros and the process goes on. Opening waits while the
// process has no descriptor left.

/// Maps a file of our own cache. Errors: NotFound, PermissionDenied, Internal.
Result<ByteView> mapOwnFile(const std::filesystem::path& path);
/// The same for an open file, which is called `name` in errors. The caller keeps the descriptor,
/// and may close it while the mapping lives. Errors: Unsupported (not a regular file), Internal.
Result<ByteView> mapOwnDescriptor(int descriptor,
                                  const std::filesystem::path& name = "a temporary file");

/// Maps a user's file. Same errors as mapOwnFile; a directory is Unsupported.
Result<ByteView> mapForeignFile(const std::filesystem::path& path);

/// Returns how many pages in this process's mappings were missing so far. While the number stays
/// the same, no bytes that were read came from a missing page.
std::uint64_t missingPageCount();

/// Returns false when a page of the mapping that contains `bytes` was missing. This needs a search,
/// so ask only when missingPageCount() has changed.
bool isComplete(const ByteView& bytes);

/// Lets the system have the memory that holds a mapped file's pages. They are read again when they
/// are used. Does nothing with other bytes.
void releasePages(const ByteView& bytes);

/// Reads a whole file into memory. A file above `limitBytes` is Malformed ("file has N bytes, limit
/// M").
Result<ByteView> readFile(const std::filesystem::path& path, std::uint64_t limitBytes);

Result<FileIdentity> fileIdentity(const std::filesystem::path& path);
FileIdentity fileIdentity(const struct stat& info);

/// Turns an errno value into an Error: ENOENT and ENOTDIR become NotFound, EACCES and EPERM
/// PermissionDenied, all others Internal with the system's text.
Error errorFromErrno(int code, std::string_view action, const std::filesystem::path& path);

} // namespace faultline
