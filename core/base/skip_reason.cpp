// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/skip_reason.h"

#include <algorithm>

namespace faultline {

std::string_view skipReasonName(SkipReason reason)
{
    switch (reason) {
    case SkipReason::ServedLocally: return "served_locally";
    case SkipReason::ChecksumRequired: return "checksum_required";
    case SkipReason::FileTypeFilter: return "file_type_filter";
    case SkipReason::PathPattern: return "path_pattern";
    case SkipReason::PartsMissing: return "parts_missing";
    case SkipReason::PartsUnusable: return "parts_unusable";
    case SkipReason::NoSuchFileType: return "no_such_file_type";
    case SkipReason::NotInFolder: return "not_in_folder";
    case SkipReason::NotInIndex: return "not_in_index";
    case SkipReason::NotInListing: return "not_in_listing";
    case SkipReason::ListingNotAsked: return "listing_not_asked";
    case SkipReason::ListingFailed: return "listing_failed";
    case SkipReason::IndexUnavailable: return "index_unavailable";
    case SkipReason::NoMapping: return "no_mapping";
    case SkipReason::SeveralMappings: return "several_mappings";
    case SkipReason::SameContent: return "same_content";
    case SkipReason::OtherFileChosen: return "other_file_chosen";
    case SkipReason::ScrapingOff: return "scraping_off";
    case SkipReason::NoUrl: return "no_url";
    case SkipReason::NoWebUrl: return "no_web_url";
    case SkipReason::Told: break;
    }
    return "told";
}

std::string_view lookupPartName(LookupPart part)
{
    switch (part) {
    case LookupPart::CodeId: return "code_id";
    case LookupPart::DebugId: return "debug_id";
    case LookupPart::CodeFile: return "code_file";
    case LookupPart::DebugFile: break;
    }
    return "debug_file";
}

bool covers(const Skip& said, const Skip& skip)
{
    return said.reason == skip.reason && said.failure == skip.failure && said.text == skip.text &&
           std::ranges::all_of(skip.missing, [&](LookupPart part) {
               return std::ranges::find(said.missing, part) != said.missing.end();
           });
}

} // namespace faultline
