// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/model/script_event.h"
#include "core/requests/request_parts.h"
#include "core/symbolicate/js/script_options.h"

namespace faultline::requests {

/// A request of `POST /symbolicate-js`, decoded.
struct ScriptRequest
{
    ScriptEvent event;
    js::ScriptOptions options;
};

/// Decodes a request (docs/spec/javascript.md §1.2). Unknown keys are ignored. Errors: Malformed
/// ("<path>: <reason> at line L column C").
Result<ScriptRequest> decodeScriptRequest(const json::JsonDocument& body,
                                          const RequestPolicy& policy);

} // namespace faultline::requests
