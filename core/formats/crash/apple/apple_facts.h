// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::apple {

/// Facts with the same spelling in text and JSON reports.

/// Parses "2024-01-02 03:04:05.6789 +0100" to Unix seconds. Fraction and zone may be missing (then
/// UTC).
std::optional<std::int64_t> parseTime(std::string_view text);

/// Parses name, version and build: "macOS 14.1 (23B74)", "Mac OS X 10.14.0 (18A391)", "iPhone OS
/// 17.0 (21A329)". A text of another form becomes the name.
void setOs(SystemInfo& system, std::string_view text);

/// Parses the first word of "X86-64 (Native)", "ARM-64"; Unknown when it is not a CPU.
Arch parseCodeType(std::string_view text);

/// The macOS number of "SIGSEGV", also inside "EXC_BAD_ACCESS (SIGSEGV)"; absent when there is
/// none.
std::optional<std::uint32_t> signalNumber(std::string_view text);

/// The address of "KERN_INVALID_ADDRESS at 0x88".
std::optional<std::uint64_t> faultAddress(std::string_view text);

/// Sets the module's identity from a UUID, and both file names from the path. A nil UUID gives no
/// identity.
void setIdentity(EventModule& module, const DebugId& uuid, std::string_view path);

/// Sets the crash's reason, its signal number, and whether there is a crash at all.
void setReason(CrashInfo& crash, std::string reason);

/// Sets the fault address from the first text that contains one.
void setFaultAddress(CrashInfo& crash, std::initializer_list<std::string_view> texts);

/// Index of the first thread that requested the report.
std::optional<std::uint32_t> firstRequesting(const std::vector<EventThread>& threads);

/// The name of the stack of an exception that nobody caught. It says where the exception was
/// thrown; the crashed thread only how the program ended afterwards.
inline constexpr std::string_view kLastException = "Last Exception Backtrace";

/// Chooses the event's requesting thread, which leads: the last exception's stack, unless an access
/// to memory failed, or else the thread that crashed. The crash keeps the id of the latter.
void chooseLeadingThread(Event& event);

/// Are the codes of an exception zeros, as those of EXC_CRASH? They say nothing.
bool isOfZeros(std::string_view codes);

} // namespace faultline::apple
