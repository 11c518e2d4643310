#pragma once

#include "core/model/jvm_event.h"
#include "core/report/jvm_json.h"
#include "core/server/symbolicator/request_parts.h"
#include "core/symbolicate/jvm/jvm_options.h"

namespace faultline::server {

/// A request of `POST /symbolicate-jvm`, decoded: an event with frames callee first, and what is to
/// be done with it.
struct JvmRequest
{
    JvmEvent event;
    jvm::JvmOptions options;
    report::JvmJsonOptions answer;
};

/// Decodes and normalises a request (docs/spec/jvm.md §1.1). Unknown keys are ignored. The key
/// `options.faultline` asks for ours: alternatives kept apart, and what was tried. Errors:
/// Malformed
/// ("<path>: <reason> at line L column C").
Result<JvmRequest> decodeJvmRequest(const json::JsonDocument& body, const RequestPolicy& policy);

} // namespace faultline::server
