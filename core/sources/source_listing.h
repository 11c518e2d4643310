// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/sources/file_type.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faultline::sources {

struct SourceConfig;

/// A file in a source's own listing.
struct ListedFile
{
    std::string path;            ///< Becomes RemoteFile::path; Sentry's file id.
    std::vector<FileType> types; ///< File types that it can serve as.

    friend bool operator==(const ListedFile&, const ListedFile&) = default;
};

/// A source's answer about its files for one object.
struct SourceListing
{
    std::vector<ListedFile> files;
    std::optional<Error> error; ///< Why there is no answer.
};

/// Answers of the sources that are asked; other sources compute paths.
using SourceListings = std::map<const SourceConfig*, SourceListing>;

} // namespace faultline::sources
