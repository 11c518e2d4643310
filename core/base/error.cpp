// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace faultline {

std::string_view errorKindName(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::NotFound: return "not_found";
    case ErrorKind::PermissionDenied: return "permission_denied";
    case ErrorKind::Timeout: return "timeout";
    case ErrorKind::DownloadFailed: return "download_failed";
    case ErrorKind::Malformed: return "malformed";
    case ErrorKind::Unsupported: return "unsupported";
    case ErrorKind::Cancelled: return "cancelled";
    case ErrorKind::Internal: return "internal";
    }
    return "internal";
}

std::string Error::describe() const
{
    const auto withDetail = [this](std::string_view lead) {
        return detail.empty() ? std::string(lead) : std::string(lead) + ": " + detail;
    };
    switch (kind) {
    case ErrorKind::NotFound: return "not found";
    case ErrorKind::PermissionDenied: return withDetail("permission denied");
    case ErrorKind::Timeout: return "download timed out after " + detail;
    case ErrorKind::DownloadFailed: return withDetail("download failed");
    case ErrorKind::Malformed: return withDetail("malformed");
    case ErrorKind::Unsupported: return withDetail("unsupported");
    case ErrorKind::Cancelled: return "cancelled";
    case ErrorKind::Internal: return "internal error";
    }
    return "internal error";
}

} // namespace faultline
