// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"
#include "core/report/json_report.h"
#include "core/requests/request_parts.h"
#include "core/symbolicate/options/options.h"

#include <string_view>

namespace faultline::requests {

/// A request of any kind, opened as a crash file: the event that it describes, and the options for
/// it.
struct AnyRequest
{
    EventPtr event;
    symbolicate::SymbolicateOptions options;
    report::JsonOptions answer;
};

/// Is the text JSON with a member that only a request has in its first MiB? Events and Apple's
/// reports are JSON too, so ask their readers first.
bool looksLikeRequest(std::string_view text);

/// Reads a request of `POST /symbolicate`, `/symbolicate-js` or `/symbolicate-jvm`. The content
/// decides which it is: their frames and modules have different required members. Errors: Malformed
/// (no JSON; or "<path>: <reason> at line L column C"), Unsupported (JSON of another kind).
Result<AnyRequest>
readRequest(std::string_view text, const RequestPolicy& policy, const ParseLimits& limits);

} // namespace faultline::requests
