#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

namespace faultline::minidump {

/// MozMacosCrashInfo: the __crash_info records of the libraries, as Mozilla's Breakpad keeps them.
/// A record that lies outside the file is left out with a diagnostic. Errors: Malformed (no room
/// for the stream's head).
Result<std::vector<AppleCrashMessage>> readMacCrashInfo(const StreamScope& scope);

/// MozMacosBootargs. Errors: Malformed.
Result<std::string> readMacBootargs(const StreamScope& scope);

} // namespace faultline::minidump
