// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_document.h"
#include "core/requests/request.h"
#include "core/requests/request_parts.h"

namespace faultline::requests {

/// Decodes and normalises a request of `POST /symbolicate` (docs/spec/native.md §§1.3, 3;
/// docs/spec/http-api.md §§5, 7.1): an event with given frames, callee first. Unknown keys are
/// ignored. Errors: Malformed ("<path>: <reason> at line L column C").
Result<Request> decodeNativeRequest(const json::JsonDocument& body, const RequestPolicy& policy);

} // namespace faultline::requests
