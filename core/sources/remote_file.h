#pragma once

#include "core/sources/source_config.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace faultline::sources {

using SourcePtr = std::shared_ptr<const SourceConfig>;

/// One place where a wanted file may be: a source and a path in it.
struct RemoteFile
{
    SourcePtr source;
    FileType type = FileType::Pe;
    std::string path; ///< Below the source's root, separated by '/'; of a folder source too.
    std::optional<std::string> checksum; ///< Sent as SymbolChecksum by http sources.

    /// How the file is reported and what its cache key says; never holds credentials. Forms:
    /// docs/spec/sources-and-caches.md §2.3–§2.6.
    std::string uri() const;
    /// For grouping by server: the host of an http or sentry source, the bucket, or "local file".
    std::string hostLabel() const;
    /// Where a filesystem or folder source has it; absent for all others.
    std::optional<std::filesystem::path> localPath() const;
    /// Its key in the bucket of an S3 or GCS source, not encoded; absent for all others.
    std::optional<std::string> objectKey() const;
    /// The scope of its cache entries: "global" for public sources, else the request's ("" means
    /// global).
    std::string cacheScope(std::string_view requestScope) const;
};

/// The request URL of an http source (§2.4): segments percent-encoded, empty and dot segments
/// dropped, the base treated as a directory, its query kept. Absent when the base cannot carry a
/// path.
std::optional<std::string> httpFileUrl(std::string_view base, std::string_view path);

/// URL without user and password, and with "***" for what its query signs or authorises with
/// (Azure's `sig`, Amazon's and Google's signatures, tokens, passwords): for locations, cache keys
/// and logs.
std::string withoutCredentials(std::string_view url);

} // namespace faultline::sources
