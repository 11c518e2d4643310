#pragma once

#include "core/formats/minidump/stream_scope.h"

namespace faultline::minidump {

/// One __crash_info record of a library, as Mozilla's Breakpad keeps it (MozMacosCrashInfo).
struct MacCrashInfo
{
    std::optional<std::uint64_t> thread;
    std::optional<std::uint64_t> dialogMode;
    std::optional<std::uint64_t> abortCause;
    std::string module;
    std::string message;
    std::string signature;
    std::string backtrace;
    std::string message2;
};

/// A record that lies outside the file is left out with a diagnostic. Errors: Malformed (no room
/// for the stream's head).
Result<std::vector<MacCrashInfo>> readMacCrashInfo(const StreamScope& scope);

/// MozMacosBootargs. Errors: Malformed.
Result<std::string> readMacBootargs(const StreamScope& scope);

} // namespace faultline::minidump
