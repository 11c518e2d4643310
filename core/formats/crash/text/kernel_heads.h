// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace faultline::nativetext {

/// What begins a report of the Linux kernel. Sources of the words: kernel/panic.c, lib/bug.c,
/// arch/*/kernel/traps.c, arch/*/mm/fault.c, kernel/locking/lockdep.c, kernel/watchdog.c,
/// kernel/rcu/tree_stall.h, mm/kasan/report.c.

/// A line as the kernel wrote it.
struct KernelText
{
    std::string_view text;     ///< Without time and level, and without blanks around it.
    std::string_view caller{}; ///< "T123" of a task, "C0" of a processor; empty when unknown.
    bool isStamped = false; ///< It has the time of the kernel's log, so that nobody else wrote it.
};

KernelText kernelTextOf(std::string_view line);

/// Returns the heading of a report without the name of the part of the kernel that wrote it: "BUG:
/// soft lockup - CPU#1" for "NMI watchdog: BUG: soft lockup - CPU#1". Returns nothing for a line
/// that is no heading.
std::optional<std::string_view> kernelHeadIn(const KernelText& line);

/// Does the heading alone say that the kernel failed, though its stack is lost?
bool isFailureByItself(std::string_view head);

/// Does the heading say less than those around it, as "Oops: 0000 [#1] SMP" does?
bool isWeakHead(std::string_view head);

/// "cat: page allocation failure: order:4, mode:0xcc0": begins a report of a task that wants
/// memory, which may stand inside of another task's.
bool isAllocationFailure(std::string_view text);

/// Is it a panic that comes after a report, and says nothing about what happened itself?
bool followsReport(std::string_view head);

/// "------------[ cut here ]------------" stands over warnings and failed assertions.
bool isCutMark(std::string_view text);

} // namespace faultline::nativetext
