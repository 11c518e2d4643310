// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline {

/// Why a place was not asked for a file, or has no place for one.
enum class SkipReason : std::uint8_t {
    ServedLocally, ///< A file on this machine serves.
    ChecksumRequired,
    FileTypeFilter,
    PathPattern,
    PartsMissing,   ///< `missing` names the ids and names that its layout needs.
    PartsUnusable,  ///< An id or a file name that its layout cannot use.
    NoSuchFileType, ///< Its layout has no such files.
    NotInFolder,
    NotInIndex,
    NotInListing,
    ListingNotAsked,
    ListingFailed,    ///< `failure` says how.
    IndexUnavailable, ///< `failure` says how.
    NoMapping,        ///< For mappings of the JVM: none lies there.
    SeveralMappings,  ///< Nothing tells which of several is the right one.
    SameContent,      ///< An earlier one is equal.
    OtherFileChosen,
    ScrapingOff, ///< For files of scripts: the settings allow no download from the web.
    NoUrl,       ///< Its name is no URL.
    NoWebUrl,    ///< Its URL is of a scheme (`text`) that nobody can download.
    Told         ///< `text` says it; from reports of an earlier Faultline.
};

/// What identifies a file in a look-up.
enum class LookupPart : std::uint8_t { CodeId, DebugId, CodeFile, DebugFile };

/// A reason with its parameters.
struct Skip
{
    SkipReason reason = SkipReason::ServedLocally;
    std::vector<LookupPart> missing;
    std::optional<Error> failure;
    std::string text;

    friend bool operator==(const Skip&, const Skip&) = default;
};

/// "served_locally", "not_in_folder", …
std::string_view skipReasonName(SkipReason reason);

/// "code_id", "debug_file", …
std::string_view lookupPartName(LookupPart part);

inline Skip skipped(SkipReason reason)
{
    return {.reason = reason, .missing = {}, .failure = {}, .text = {}};
}

inline Skip skippedFor(SkipReason reason, Error failure)
{
    return {.reason = reason, .missing = {}, .failure = std::move(failure), .text = {}};
}

/// Tells whether `said` leaves nothing to add for `skip`: the same reason, or one that names more
/// missing parts.
bool covers(const Skip& said, const Skip& skip);

} // namespace faultline
