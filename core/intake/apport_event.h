// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/intake/crash_content.h"
#include "core/model/event.h"

#include <functional>

namespace faultline::intake {

/// Reads a report of Apport: unpacks the core file inside into a temporary file, reads it with
/// `readCore`, and adds what Apport knows beyond it: the whole command line, the program's path,
/// the package and the distribution. Errors: Unsupported (the report holds no core file), Malformed
/// (a damaged or too large one), and those of `readCore`.
Result<EventPtr> readApportEvent(const ByteView& file,
                                 const ParseLimits& limits,
                                 const std::function<Result<EventPtr>(CrashContent)>& readCore);

} // namespace faultline::intake
