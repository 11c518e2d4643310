#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace faultline::crash {

/// Why a Linux process ended, worded byte for byte as rust-minidump does ("SIGSEGV / SEGV_MAPERR",
/// docs/spec/stackwalk.md §7.3); `signalCode` is si_code as unsigned. On top of it: the SEGV codes
/// 5 to 9, which only Breakpad names. Absent when the signal has no name.
std::optional<std::string> linuxSignalReason(std::uint32_t signal, std::uint32_t signalCode);

/// Whether a process sent the signal (abort(), kill()), so that `address` is no fault's: Breakpad
/// stores who sent it there. Only the kernel's own codes are positive (asm-generic/siginfo.h). Zero
/// stands for kill(), and for nothing in dumps of old writers, which still have a fault's address.
bool isSentSignal(std::uint32_t signal, std::uint32_t signalCode, std::uint64_t address);

/// The wording for what no table names: "unknown 0x00000040 / 0x00000000".
std::string unknownCrashReason(std::uint32_t code, std::uint32_t flags);

} // namespace faultline::crash
