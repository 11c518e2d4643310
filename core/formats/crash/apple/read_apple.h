// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/formats/crash/apple/ips_container.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::apple {

/// Are the bytes an Apple crash report of any form? The first lines decide.
bool looksLikeAppleReport(std::string_view text);

/// Reads JSON reports, and everything else as a text report. Errors: those of readIpsEvent and
/// readAppleTextEvent.
Result<EventPtr> readAppleReport(ByteView bytes, const ParseLimits& limits);

} // namespace faultline::apple
