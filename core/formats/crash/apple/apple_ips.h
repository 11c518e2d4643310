#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::apple {

/// Reads a JSON crash report (.ips) of macOS 12, iOS 15 and later, and the text report behind a
/// header line as iOS 10 to 14 wrote it (docs/spec/native.md §20). What is missing or of an
/// unexpected type is left out; members that are not interpreted go to Event::details. Errors:
/// Unsupported (a report of another kind, which the text names), Malformed (no JSON object).
Result<EventPtr> readIpsEvent(ByteView bytes, const ParseLimits& limits);

} // namespace faultline::apple
