// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"

#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// The lines of Linux's own stacks. Sources of the forms: lib/vsprintf.c (%pS),
/// arch/x86/kernel/dumpstack.c, arch/arm/kernel/traps.c, mm/kasan/report.c.

/// The line without "<4>", "[   12.345678]", "[  T123]" before it, and without what another writer
/// left on the line before the time.
std::string_view withoutKernelTime(std::string_view line);

/// Has the line the time of the kernel's log, in microseconds? X.Org writes milliseconds.
bool hasKernelTime(std::string_view line);

/// "T123" in "[   12.345678][ T123] text": which task wrote the line, or which processor ("C0").
/// Empty when the line does not say it.
std::string_view kernelCaller(std::string_view line);

/// "foo_open+0x16/0x40 [foo]" with an address, a "?" and a place around it. Absent when the line
/// holds anything else.
std::optional<FrameText> parseKernelFrame(std::string_view text);

/// The callee in ARM's "[<80c1eb20>] (schedule) from [<80c1ec14>] (io_schedule+0x48/0x6c)"; empty
/// in other lines. The caller is what parseKernelFrame() gives.
std::string_view parseKernelCallee(std::string_view text);

/// "RIP: 0010:foo_open+0x16/0x40 [foo]", "pc : foo_open+0x16/0x40", "PC is at foo_open+0x16/0x40",
/// "epc : …": where the processor was.
std::optional<FrameText> parseKernelPosition(std::string_view text);

/// Do stacks of the kernel end with such functions: the entry of a system call, of an interrupt or
/// of a thread, and the start of a processor?
bool isOutermostOfKernel(std::string_view function);

/// "CPU: 1 PID: 2211 Comm: cat Tainted: G": who ran.
struct KernelTask
{
    std::uint64_t process = 0;
    std::string_view name;
};

std::optional<KernelTask> parseKernelTask(std::string_view text);

} // namespace faultline::nativetext
