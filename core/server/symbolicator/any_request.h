// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/requests/request_parts.h"
#include "core/server/symbolicator/crash_upload.h"

#include <optional>
#include <string>

namespace faultline::server {

/// A request to `/symbolicate-any`, which names a crash file by URL (docs/spec/http-api.md §7.4).
struct AnyRequest
{
    std::string storageUrl;
    std::optional<std::string> storageToken;
    CrashJob job;
};

/// Errors: Malformed ("<path>: <reason> at line L column C").
Result<AnyRequest> decodeAnyRequest(const json::JsonDocument& body,
                                    const requests::RequestPolicy& policy);

} // namespace faultline::server
