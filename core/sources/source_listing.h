#pragma once

#include "core/base/error.h"
#include "core/sources/file_type.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faultline::sources {

struct SourceConfig;

/// A file that a source itself says it has.
struct ListedFile
{
    std::string path;            ///< What RemoteFile::path becomes; Sentry's file id.
    std::vector<FileType> types; ///< What it may serve as.

    friend bool operator==(const ListedFile&, const ListedFile&) = default;
};

/// What a source answered when it was asked for its files of one object.
struct SourceListing
{
    std::vector<ListedFile> files;
    std::optional<Error> error; ///< Why there is no answer.
};

/// Of sources that are asked instead of computing paths.
using SourceListings = std::map<const SourceConfig*, SourceListing>;

} // namespace faultline::sources
