// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/stream_scope.h"

#include <array>
#include <span>

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

/// LLDB records no si_code. It writes zero, or in newer versions this mark ("LLDB") with the stop's
/// description in the parameters (llvm/BinaryFormat/Minidump.h).
inline constexpr std::uint32_t kLldbFlag = 0x4c4c4442;

/// Returns the description that LLDB gives of a stop, otherwise an empty text.
std::string stopDescription(const ExceptionRecord& record);

/// LLDB writes a record for every thread that has stopped for a reason, also for a SIGSTOP. Returns
/// the one that ended the process: the first in the list whose signal is deadly, otherwise the
/// first. Absent if the list is empty.
std::optional<std::size_t> indexOfCrash(std::span<const ExceptionRecord> records, OsFamily os);

/// A record without its last fields (parameters, context) is kept. Errors: Malformed (the exception
/// address is missing too).
Result<ExceptionRecord> readException(const StreamScope& scope);

} // namespace faultline::minidump
