#pragma once

#include "core/base/arch.h"
#include "core/formats/crash/minidump/exception.h"

namespace faultline::minidump {

/// Why the process ended, worded byte for byte as rust-minidump does ("SIGSEGV / SEGV_MAPERR");
/// docs/spec/stackwalk.md §7. On top of it: the SEGV codes 5 to 9 and Fuchsia's exceptions, which
/// only Breakpad names.
std::string crashReason(const ExceptionRecord& record, OsFamily os, CpuFamily cpu);

/// The address that the fault is about: the exception's own, or on Windows the one an access
/// violation names.
std::uint64_t crashAddress(const ExceptionRecord& record, OsFamily os, CpuFamily cpu);

/// The record was made on request: Crashpad's DumpWithoutCrash, Breakpad's DUMP_REQUESTED.
bool isSimulated(const ExceptionRecord& record, OsFamily os);

/// A Windows error or status as rust-minidump names it: "ERROR_FILE_NOT_FOUND", "unknown
/// 0x12345678".
std::string windowsErrorName(std::uint32_t code);

/// The reasons of one system each; absent when the exception code has no name there.
std::string windowsCrashReason(const ExceptionRecord& record);
std::optional<std::string> macCrashReason(const ExceptionRecord& record, CpuFamily cpu);
std::optional<std::string> fuchsiaCrashReason(const ExceptionRecord& record);

} // namespace faultline::minidump
