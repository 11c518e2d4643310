// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/requests/request.h"
#include "core/requests/request_parts.h"

namespace faultline::requests {

/// Decodes and normalises a request of `POST /symbolicate-jvm` (docs/spec/jvm.md §1.1): an event
/// with frames callee first. Unknown keys are ignored. The key `options.faultline` asks for our
/// additions: separate alternatives, and what was tried; otherwise the options ask for
/// Symbolicator's answer. Errors: Malformed ("<path>: <reason> at line L column C").
Result<Request> decodeJvmRequest(const json::JsonDocument& body, const RequestPolicy& policy);

} // namespace faultline::requests
