// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace faultline::nativetext {

/// The lines that WinDbg, cdb and kd print. Source of the forms: Microsoft's documentation of the
/// debugger commands k, ~, !analyze, .exr and r.

/// "ntdll!NtWait+0x14", "viewer!main+0x80 [D:\\main.cpp @ 12]", "viewer+0x12001" or
/// "0x7ff6`4a5c3000": what a stack shows as "Call Site".
std::optional<FrameText> parseWindbgSite(std::string_view text);

/// A line of k, kb, kn, kp or STACK_TEXT: the stack pointer (not of kb with 64 bits), the return
/// address, perhaps a number before them and arguments after them, and the site.
struct WindbgFrame
{
    FrameText frame;
    std::uint64_t returnAddress = 0; ///< 0 in the outermost frame and in inlined ones.
    bool isWide = false;             ///< Addresses of 64 bits.
};

std::optional<WindbgFrame> parseWindbgFrame(std::string_view line);

/// ".  0  Id: 1f4.2b8 Suspend: 1 Teb: 000000a1`2b3fe000 Unfrozen \"name\"" of the command ~.
struct WindbgThread
{
    char mark = ' '; ///< '#': caused the exception; '.': is the current one.
    std::uint64_t process = 0;
    std::uint64_t thread = 0;
    std::string_view name;
};

std::optional<WindbgThread> parseWindbgThread(std::string_view line);

/// "rax=0000000000000000 rbx=00000212a36edc80": empty when the line has anything else.
std::vector<std::pair<std::string, std::uint64_t>> parseWindbgRegisters(std::string_view line);

/// "0:015> k", "2: kd> !analyze -v", "0:000:x86> kb", "lkd> k": the command. Absent when the line
/// has no prompt.
std::optional<std::string_view> parseWindbgPrompt(std::string_view line);

/// "000000a1`2b3ff5d8", "0012fb14", "000000a12b3ff5d8" at the front of a text.
std::optional<std::uint64_t> takeWindbgAddress(std::string_view& text);

} // namespace faultline::nativetext
