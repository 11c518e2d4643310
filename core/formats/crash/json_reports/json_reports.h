// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::jsonreports {

/// Is it a report of one of these reporters? Judged by the first 256 KiB; `head` may be cut.
bool looksLikeJsonReport(std::string_view head);

/// Reads such a report. Addresses are the process's own. Errors: Malformed for what is no JSON,
/// Unsupported for a report without frames.
Result<EventPtr> readJsonReport(const ByteView& bytes, const ParseLimits& limits);

} // namespace faultline::jsonreports
