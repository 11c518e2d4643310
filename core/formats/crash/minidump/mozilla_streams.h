// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// Reads MozMacosCrashInfo: the __crash_info records of the libraries, as Mozilla's Breakpad stores
/// them. A record outside the file is left out with a diagnostic. Errors: Malformed (no room for
/// the stream's head).
Result<std::vector<AppleCrashMessage>> readMacCrashInfo(const StreamScope& scope);

/// MozMacosBootargs. Errors: Malformed.
Result<std::string> readMacBootargs(const StreamScope& scope);

} // namespace faultline::minidump
