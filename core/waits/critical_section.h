// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/thread_stack.h"
#include "core/waits/lock_reader.h"

#include <optional>

namespace faultline::waits {

/// The CRITICAL_SECTION that a thread of Windows waits for inside RtlEnterCriticalSection(). It is
/// looked for in the registers and on the stack of that function's frames. Absent unless exactly
/// one word leads to a section that is held and has waiters; without an address when the file holds
/// nothing that the words lead to.
std::optional<WaitObject> readCriticalSection(const LockContext& context,
                                              const EventThread& thread,
                                              const ThreadStack& stack,
                                              const WaitFunction& function);

} // namespace faultline::waits
