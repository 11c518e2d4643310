// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/trace_builder.h"
#include "core/model/stack_role.h"

#include <optional>
#include <string_view>

/// The words over the stacks of a report of Linux, which say whose they are.
namespace faultline::nativetext {

inline constexpr std::string_view kInjectedFault = "FAULT_INJECTION: ";
inline constexpr std::string_view kLocksOfAllTasks = "Showing all locks held in the system:";

/// "Call Trace:", "stack backtrace:" and the like.
bool isCallTrace(std::string_view text);

/// Does a stack follow that the report is not about?
bool isOfOtherTask(std::string_view text);

/// "Freed by task 12:", "-> #1 (&foo->a){+.+.}:", and the histories of locks.
std::optional<StackRole> roleOfKernelStack(std::string_view text);

/// One place follows, and no stack: "Preemption disabled at:", "cat/77 is trying to release lock
/// (&foo->a) at:".
bool isPlaceHeading(std::string_view text);

/// The line without the marks between the parts of a stack: "<TASK>", "</IRQ>". They belong to the
/// report.
std::string_view withoutStackMarks(std::string_view text);

/// "foo+0x12/0x40" in "BUG: KASAN: use-after-free in foo+0x12/0x40" and "Kernel panic - not
/// syncing: stack-protector: Kernel stack is corrupted in: foo+0x12/0x40".
std::optional<FrameText> frameInHead(std::string_view head);

} // namespace faultline::nativetext
