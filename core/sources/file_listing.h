#pragma once

#include "core/sources/file_type.h"
#include "core/sources/layout.h"
#include "core/sources/object_lookup.h"
#include "core/sources/remote_file.h"
#include "core/sources/source_listing.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace faultline::sources {

class FolderCatalog;
class SymstoreIndex;

/// A source was not asked for a file type, and why ("filetype filter", "path pattern", "checksum
/// required", "id missing", "layout has no such type", "not in folder", "not in index", "not in
/// listing", "listing failed: …").
struct SkippedFileType
{
    SourcePtr source;
    FileType type = FileType::Pe;
    std::string reason;
};

struct FileListing
{
    std::vector<RemoteFile> files;        ///< In the order to try them: source, file type, path.
    std::vector<SkippedFileType> skipped; ///< Every (source, file type) without a file.
};

/// Lists where a file may be, without touching the network. `folders` answers folder sources (it
/// may scan a disk, so call this from a job thread); without it they list nothing. When `stop`
/// fires, folders that are still being scanned list nothing. `listings` holds what Sentry sources
/// answered; one that is not among them was not asked. Duplicates within one source are dropped.
FileListing listRemoteFiles(std::span<const SourcePtr> sources,
                            const ObjectLookup& lookup,
                            std::span<const FileType> types,
                            FolderCatalog* folders = nullptr,
                            std::stop_token stop = {},
                            const SourceListings& listings = {});

/// Drops the files of a source that its index does not list ("not in index"); without an index all
/// of them, for the given reason.
void keepIndexedFiles(FileListing& listing,
                      const SourcePtr& source,
                      const SymstoreIndex* index,
                      std::string_view reason = {});

} // namespace faultline::sources
