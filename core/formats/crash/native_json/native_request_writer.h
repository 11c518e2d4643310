#pragma once

#include "core/model/event.h"

#include <string>

namespace faultline::native_json {

/// The body of `POST /symbolicate` that asks about an event's given frames, callee first
/// (docs/spec/native.md §3); decodeNativeRequest() reads it back. What a request has no place for,
/// such as the cause, is left out. The server's own sources are used.
std::string writeNativeRequest(const Event& event);

} // namespace faultline::native_json
