// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/json/json_document.h"
#include "core/requests/request.h"
#include "core/requests/request_parts.h"

namespace faultline::requests {

/// Decodes a request of `POST /symbolicate-js` (docs/spec/javascript.md §1.2), which asks for
/// Symbolicator's answer. Unknown keys are ignored. Errors: Malformed ("<path>: <reason> at line L
/// column C").
Result<Request> decodeScriptRequest(const json::JsonDocument& body,
                                    const RequestPolicy& policy,
                                    const ParseLimits& limits = {});

} // namespace faultline::requests
