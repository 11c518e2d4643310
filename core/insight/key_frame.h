// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <cstddef>
#include <cstdint>

namespace faultline::insight {

/// Index of the thread that crashed or requested the report; 0 when the file does not say.
std::uint32_t crashedThread(const Report& report);

/// Index of the thread to show first: the one that crashed or requested the report, otherwise the
/// first with frames, otherwise 0.
std::size_t leadingThread(const Report& report);

/// Null while nothing is known about the thread's stack.
const ThreadStack* stackOf(const Report& report, std::size_t thread);

/// Null while nothing is known about the module.
const ModuleReport* moduleReport(const Report& report, std::size_t module);

/// The first row of the crashed thread; null while it has none.
const Frame* innermostFrame(const Report& report);

/// The number of the stack's frames, not counting inlined ones.
std::size_t physicalFrameCount(const ThreadStack& stack);

/// Index of the row to select first in a stack: the first row of the user's program with a source
/// position or of a kernel, otherwise its first row, otherwise row 0. On the crashed stack the
/// search begins at the row that the crash is named after (self_end.h), which takes the place of
/// row 0. In a text, which often says neither, it is the first row with a name that is not
/// certainly the system's or a library's. Where a kernel stood still or ran out of stack, it is the
/// handler that ran: the system call, the timer, the receiver of packets. In a text about a stack
/// that overflowed, it is the first of the calls that repeat: what they last called is chance.
std::size_t keyFrame(const Report& report, const ThreadStack& stack);

} // namespace faultline::insight
