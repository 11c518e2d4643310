// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/source.h"

#include <filesystem>
#include <optional>
#include <string>

namespace faultline::sources {

/// One place where a wanted file may be: a source and a path in it.
struct RemoteFile
{
    SourcePtr source;
    FileType type = FileType::Pe;
    std::string path; ///< Path below the source's root, separated by '/'; also for folder sources.
    std::optional<std::string> checksum; ///< Sent as SymbolChecksum by http sources.
    /// A folder has it under the wanted name, but with other ids: it is reported and never used.
    bool isNamesake = false;

    /// The text for reports, also a part of cache keys. It never contains credentials, and it does
    /// not say which place is asked: placeIdentity() does. Forms:
    /// docs/spec/sources-and-caches.md §2.3–§2.6.
    std::string uri() const;
    /// What decides, beside the scope, the source's id and uri(), which bytes the file has. It
    /// belongs into every key under which something of the file is remembered, or a stranger's file
    /// would be taken for another's (docs/security.md). Empty when the URI says it all. No
    /// credential can be read in it.
    std::string placeIdentity() const;
    /// The server, for grouping: the host of an http or sentry source, the bucket, or "local file".
    std::string hostLabel() const;
    /// Path on this machine, for filesystem and folder sources; absent for all others.
    std::optional<std::filesystem::path> localPath() const;
    /// Key in the bucket of an S3 or GCS source, not encoded; absent for all others.
    std::optional<std::string> objectKey() const;
    /// The scope of its cache entries: "global" for public sources, otherwise the request's scope
    /// ("" means global).
    std::string cacheScope(std::string_view requestScope) const;
};

/// The request URL of an http source (§2.4). Segments are percent-encoded; empty and dot segments
/// are dropped. The base counts as a directory and keeps its query. Absent when the base cannot
/// carry a path.
std::optional<std::string> httpFileUrl(std::string_view base, std::string_view path);

/// The URL without user and password, for everything that shows it: locations, cache keys, messages
/// and logs. Query values that sign or
/// authorise become "***" (Azure's `sig`, Amazon's and Google's signatures, tokens, passwords).
std::string withoutCredentials(std::string_view url);

} // namespace faultline::sources
