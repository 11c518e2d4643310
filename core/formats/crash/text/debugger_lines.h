// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// The lines that GDB and LLDB print. Sources of the forms: gdb/stack.c (print_frame), LLDB's
/// default frame-format and thread-format (lldb/source/Core/CoreProperties.td).

/// "#0  0x000055d0 in crash (p=0x0) at app.c:4", "#1  main () from /lib/libc.so.6", "#2  <signal
/// handler called>".
std::optional<FrameText> parseGdbFrame(std::string_view line);

/// "  * frame #0: 0x0000555555555139 app`crash(p=0x0) at app.c:4:6".
std::optional<FrameText> parseLldbFrame(std::string_view line);

/// "Thread 1 (Thread 0x7f1 (LWP 4711) "name"):" and "* thread #1, name = 'app', stop reason = …".
struct DebuggerThread
{
    std::uint64_t number = 0;
    std::optional<std::uint64_t> id; ///< The system's number.
    std::string_view name;
    std::string_view stopReason;
    bool isSelected = false;
};

std::optional<DebuggerThread> parseDebuggerThread(std::string_view line);

} // namespace faultline::nativetext
