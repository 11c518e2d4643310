// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/requests/request.h"
#include "core/requests/request_parts.h"

#include <string_view>

namespace faultline::requests {

/// Is the text JSON with a member that only a request has in its first MiB? Events and Apple's
/// reports are JSON too, so ask their readers first.
bool looksLikeRequest(std::string_view text);

/// Reads a request of `POST /symbolicate`, `/symbolicate-js` or `/symbolicate-jvm` as a crash file,
/// so its options ask for the best answer. The content decides which it is: their frames and
/// modules have different required members. Errors: Malformed (no JSON; or "<path>: <reason> at
/// line L column C"), Unsupported (JSON of another kind).
Result<Request>
readRequest(std::string_view text, const RequestPolicy& policy, const ParseLimits& limits);

} // namespace faultline::requests
