// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/arch.h"
#include "core/formats/crash/minidump/exception.h"

namespace faultline::minidump {

/// Why the process ended, with exactly rust-minidump's words ("SIGSEGV / SEGV_MAPERR");
/// docs/spec/stackwalk.md §7. Also names the SEGV codes 5 to 9 and Fuchsia's exceptions, which only
/// Breakpad names, and the exceptions that only Crashpad records (iOS).
std::string crashReason(const ExceptionRecord& record, OsFamily os, CpuFamily cpu);

/// The fault address: the exception's own or, for a Windows access violation, the accessed address.
std::uint64_t crashAddress(const ExceptionRecord& record, OsFamily os, CpuFamily cpu);

/// Crashpad's number of an Objective-C exception that nobody caught: kMachExceptionFromNSException
/// in its util/mach/mach_extensions.h, "CPnx".
inline constexpr std::uint32_t kUncaughtNsException = 0x43506e78;

/// Was the record made on request: Crashpad's DumpWithoutCrash, Breakpad's DUMP_REQUESTED, a dump
/// of a running process on Linux (signal 0)?
bool isSimulated(const ExceptionRecord& record, OsFamily os);

/// The reasons for each system; absent when the exception code has no name there.
std::optional<std::string> macCrashReason(const ExceptionRecord& record, CpuFamily cpu);
std::optional<std::string> fuchsiaCrashReason(const ExceptionRecord& record);

} // namespace faultline::minidump
