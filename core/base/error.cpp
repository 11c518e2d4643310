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
    case ErrorKind::TooLarge: return "too_large";
    case ErrorKind::Restricted: return "restricted";
    case ErrorKind::SwitchedOff: return "switched_off";
    case ErrorKind::NoDescriptor: return "no_descriptor";
    case ErrorKind::Conflict: return "conflict";
    }
    return "internal";
}

ErrorKind broadKind(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::TooLarge: return ErrorKind::Malformed;
    case ErrorKind::Restricted:
    case ErrorKind::SwitchedOff:
    case ErrorKind::NoDescriptor: return ErrorKind::DownloadFailed;
    case ErrorKind::Conflict: return ErrorKind::Internal;
    case ErrorKind::NotFound:
    case ErrorKind::PermissionDenied:
    case ErrorKind::Timeout:
    case ErrorKind::DownloadFailed:
    case ErrorKind::Malformed:
    case ErrorKind::Unsupported:
    case ErrorKind::Cancelled:
    case ErrorKind::Internal: break;
    }
    return kind;
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
    case ErrorKind::DownloadFailed:
    case ErrorKind::Restricted:
    case ErrorKind::SwitchedOff:
    case ErrorKind::NoDescriptor: return withDetail("download failed");
    case ErrorKind::Malformed:
    case ErrorKind::TooLarge: return withDetail("malformed");
    case ErrorKind::Unsupported: return withDetail("unsupported");
    case ErrorKind::Cancelled: return "cancelled";
    case ErrorKind::Internal:
    case ErrorKind::Conflict: return "internal error";
    }
    return "internal error";
}

std::string Error::explain() const
{
    const bool isToldByDetail =
        kind == ErrorKind::NotFound || kind == ErrorKind::Cancelled || kind == ErrorKind::Conflict;
    return isToldByDetail && !detail.empty() ? detail : describe();
}

} // namespace faultline
