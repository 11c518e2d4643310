// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/requests/request_parts.h"

namespace faultline::requests {

/// A decoded request of `POST /symbolicate`: an event with given frames, callee first, and the
/// options for it.
struct NativeRequest
{
    EventPtr event;
    symbolicate::SymbolicateOptions options;
    report::JsonOptions answer;
};

/// Decodes and normalises a request (docs/spec/native.md §§1.3, 3; docs/spec/http-api.md §§5, 7.1).
/// Unknown keys are ignored. Errors: Malformed ("<path>: <reason> at line L column C").
Result<NativeRequest> decodeNativeRequest(const json::JsonDocument& body,
                                          const RequestPolicy& policy);

} // namespace faultline::requests
