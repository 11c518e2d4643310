// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"
#include "core/report/jvm_json.h"
#include "core/requests/request_parts.h"
#include "core/symbolicate/jvm/jvm_options.h"

namespace faultline::requests {

/// A decoded request of `POST /symbolicate-jvm`: an event with frames callee first, and the options
/// for it.
struct JvmRequest
{
    JvmEvent event;
    jvm::JvmOptions options;
    report::JvmJsonOptions answer;
};

/// Decodes and normalises a request (docs/spec/jvm.md §1.1). Unknown keys are ignored. The key
/// `options.faultline` asks for our additions: separate alternatives, and what was tried. Errors:
/// Malformed ("<path>: <reason> at line L column C").
Result<JvmRequest> decodeJvmRequest(const json::JsonDocument& body, const RequestPolicy& policy);

} // namespace faultline::requests
