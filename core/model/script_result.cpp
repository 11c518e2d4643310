// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/script_result.h"

namespace faultline {

std::string_view scriptProblemName(ScriptProblemKind kind)
{
    switch (kind) {
    case ScriptProblemKind::InvalidLocation: return "invalid_location";
    case ScriptProblemKind::InvalidAbsPath: return "invalid_abs_path";
    case ScriptProblemKind::NoColumn: return "no_column";
    case ScriptProblemKind::MissingSourceContent: return "missing_source_content";
    case ScriptProblemKind::MissingSource: return "missing_source";
    case ScriptProblemKind::MalformedSourcemap: return "malformed_sourcemap";
    case ScriptProblemKind::MissingSourcemap: return "missing_sourcemap";
    case ScriptProblemKind::InvalidBase64Sourcemap: return "invalid_base64_sourcemap";
    case ScriptProblemKind::ScrapingDisabled: return "scraping_disabled";
    }
    return "unknown";
}

std::string_view scrapingStatusName(ScrapingStatus status)
{
    switch (status) {
    case ScrapingStatus::NotAttempted: return "not_attempted";
    case ScrapingStatus::Success: return "success";
    case ScrapingStatus::Failure: return "failure";
    }
    return "not_attempted";
}

std::string_view scrapingFailureName(ScrapingFailure reason)
{
    switch (reason) {
    case ScrapingFailure::NotFound: return "not_found";
    case ScrapingFailure::Disabled: return "disabled";
    case ScrapingFailure::InvalidHost: return "invalid_host";
    case ScrapingFailure::PermissionDenied: return "permission_denied";
    case ScrapingFailure::Timeout: return "timeout";
    case ScrapingFailure::DownloadError: return "download_error";
    case ScrapingFailure::Other: return "other";
    }
    return "other";
}

} // namespace faultline
