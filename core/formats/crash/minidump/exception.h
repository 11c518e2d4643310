#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <array>

namespace faultline::minidump {

/// MINIDUMP_EXCEPTION_STREAM. On Unix and macOS the fields carry signal or Mach exception numbers
/// (docs/spec/stackwalk.md §3.5).
struct ExceptionRecord
{
    std::uint32_t threadId = 0;
    std::uint32_t code = 0;
    std::uint32_t flags = 0;
    std::uint64_t address = 0;
    std::uint32_t parameterCount = 0; ///< At most 15.
    std::array<std::uint64_t, 15>
        information{}; ///< Mach codes are read from here regardless of the count.
    Location context;
};

/// A record without its last fields (parameters, context) is kept. Errors: Malformed (the exception
/// address is missing too).
Result<ExceptionRecord> readException(const StreamScope& scope);

} // namespace faultline::minidump
