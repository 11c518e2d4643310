// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

namespace faultline::apple {

/// Reads a JSON crash report (.ips) of macOS 12, iOS 15 and later. Also reads the text report after
/// a header line that iOS 10 to 14 wrote (docs/spec/native.md §20). Missing members and members of
/// an unexpected type are left out. Members without a meaning here go to Event::details. Errors:
/// Unsupported (a report of another kind, named in the text), Malformed (no JSON object).
Result<EventPtr> readIpsEvent(ByteView bytes, const ParseLimits& limits);

} // namespace faultline::apple
