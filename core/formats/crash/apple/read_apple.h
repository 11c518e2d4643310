#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/crash/apple/ips_container.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::apple {

/// Whether the bytes are an Apple crash report of any vintage, judged by their first lines.
bool looksLikeAppleReport(std::string_view text);

/// Reads JSON reports and takes everything else for a text report. Errors: those of readIpsEvent
/// and readAppleTextEvent.
Result<EventPtr> readAppleReport(ByteView bytes, const ParseLimits& limits);

} // namespace faultline::apple
