#pragma once

#include "core/base/byte_view.h"
#include "core/base/result.h"

#include <filesystem>

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

/// Maps a file of our own cache, which no other program truncates. Errors: NotFound,
/// PermissionDenied, Internal.
Result<ByteView> mapOwnFile(const std::filesystem::path& path);
/// The same for an open file. The caller keeps the descriptor. Errors: Internal.
Result<ByteView> mapOwnDescriptor(int descriptor);

/// Maps a user's file under a SIGBUS guard. If another program truncates the file meanwhile, the
/// missing pages read as zeros and the process goes on. Same errors as mapOwnFile; a directory is
/// Unsupported.
Result<ByteView> mapForeignFile(const std::filesystem::path& path);

/// Reads a whole file into memory. A file above `limitBytes` is Malformed ("file has N bytes, limit
/// M").
Result<ByteView> readFile(const std::filesystem::path& path, std::uint64_t limitBytes);

Result<FileIdentity> fileIdentity(const std::filesystem::path& path);

/// Turns an errno value into an Error: ENOENT and ENOTDIR become NotFound, EACCES and EPERM
/// PermissionDenied, all others Internal with the system's text.
Error errorFromErrno(int code, std::string_view action, const std::filesystem::path& path);

} // namespace faultline
