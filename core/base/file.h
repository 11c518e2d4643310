#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <filesystem>

namespace faultline {

/// What tells one state of a file from the next; part of the cache key of files whose location does
/// not contain their id.
struct FileIdentity
{
    std::uint64_t sizeBytes = 0;
    std::int64_t mtimeNs = 0;
    std::uint64_t inode = 0;
    std::uint64_t device = 0;

    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Maps a file of our own cache, which nobody truncates. Errors: NotFound, PermissionDenied,
/// Internal.
Result<ByteView> mapOwnFile(const std::filesystem::path& path);
/// The same for an open file; the descriptor stays the caller's. Errors: Internal.
Result<ByteView> mapOwnDescriptor(int descriptor);

/// Maps a file that belongs to the user under a SIGBUS guard: if it is truncated while we read, the
/// missing pages read as zeros instead of ending the process. Same errors as mapOwnFile; a
/// directory is Unsupported.
Result<ByteView> mapForeignFile(const std::filesystem::path& path);

/// Reads a whole file into memory; more than `limitBytes` is Malformed ("file has N bytes, limit
/// M").
Result<ByteView> readFile(const std::filesystem::path& path, std::uint64_t limitBytes);

Result<FileIdentity> fileIdentity(const std::filesystem::path& path);

/// An errno value as an Error: ENOENT/ENOTDIR NotFound, EACCES/EPERM PermissionDenied, else
/// Internal with the system's text.
Error errorFromErrno(int code, std::string_view action, const std::filesystem::path& path);

} // namespace faultline
