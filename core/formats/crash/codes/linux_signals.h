// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::crash {

/// "SIGSEGV" for 11 (asm-generic/signal.h); empty for numbers without a name.
std::string_view linuxSignalName(std::uint64_t signal);

/// The number of "SIGSEGV" or "SEGV"; absent for other words.
std::optional<std::uint32_t> linuxSignalNumber(std::string_view name);

/// Why a Linux process ended, with exactly rust-minidump's words ("SIGSEGV / SEGV_MAPERR",
/// docs/spec/stackwalk.md §7.3). `signalCode` is si_code as unsigned. Also names the SEGV codes 5
/// to 9, which only Breakpad names. Absent when the signal has no name.
std::optional<std::string> linuxSignalReason(std::uint32_t signal, std::uint32_t signalCode);

/// Did a process send the signal (abort(), kill())? `address` is no fault address then; Breakpad
/// stores the sender there. Only codes of the kernel are positive (asm-generic/siginfo.h). Zero
/// stands for kill(). Old writers of dumps also store zero for a fault; `address` is the fault's
/// then.
bool isSentSignal(std::uint32_t signal, std::uint32_t signalCode, std::uint64_t address);

/// The text for codes without a name: "unknown 0x00000040 / 0x00000000".
std::string unknownCrashReason(std::uint32_t code, std::uint32_t flags);

} // namespace faultline::crash
