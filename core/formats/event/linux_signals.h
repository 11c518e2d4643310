#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace faultline {

/// Why a Linux process ended, worded byte for byte as rust-minidump does ("SIGSEGV / SEGV_MAPERR",
/// spec/stackwalk.md §7.3); `signalCode` is si_code as unsigned. On top of it: the SEGV codes 5 to
/// 9, which only Breakpad names. Absent when the signal has no name.
std::optional<std::string> linuxSignalReason(std::uint32_t signal, std::uint32_t signalCode);

/// The wording for what no table names: "unknown 0x00000040 / 0x00000000".
std::string unknownCrashReason(std::uint32_t code, std::uint32_t flags);

} // namespace faultline
