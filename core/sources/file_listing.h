// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/skip_reason.h"
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

/// A file type for which a source was not asked, with the reason.
struct SkippedFileType
{
    SourcePtr source;
    FileType type = FileType::Pe;
    Skip why;
};

struct FileListing
{
    std::vector<RemoteFile> files;        ///< In the order to try them: by source, file type, path.
    std::vector<SkippedFileType> skipped; ///< Every (source, file type) that has no file.
};

/// Lists where a file may be, without network access. `folders` answers for folder sources. It may
/// scan a disk, so call this from a job thread. Without `folders`, folder sources list nothing; the
/// same holds for folders still being scanned when `stop` fires, and for the sources after them.
/// `listings` holds the answers of Sentry sources; one that is missing there was not asked.
/// Duplicates within one source are dropped.
FileListing listRemoteFiles(std::span<const SourcePtr> sources,
                            const ObjectLookup& lookup,
                            std::span<const FileType> types,
                            FolderCatalog* folders = nullptr,
                            const std::stop_token& stop = {},
                            const SourceListings& listings = {});

/// Drops the files that the source's index does not list, and without an index all its files, for
/// the given reason.
void keepIndexedFiles(FileListing& listing,
                      const SourcePtr& source,
                      const SymstoreIndex* index,
                      const Skip& why = skipped(SkipReason::NotInIndex));

} // namespace faultline::sources
