// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/thread_stack.h"
#include "core/waits/lock_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::waits {

/// What a thread of Windows waits for in NtWaitForSingleObject() and its relatives.
struct HandleWait
{
    std::optional<WaitObject> object;   ///< Absent when several could end the wait.
    std::vector<WaitEvidence> evidence; ///< The handles, and what leads to them.
    bool hasTimeLimit = false;
};

/// Absent unless the arguments of the call are certain: on x86 they lie above the return address;
/// elsewhere the registers that passed them count only while the handle is in the file's list, and
/// the caller keeps a copy. `function` is the call; the kernel's facts about its object are in the
/// list of handles.
std::optional<HandleWait> readHandleWait(const LockContext& context,
                                         const EventThread& thread,
                                         const ThreadStack& stack,
                                         const WaitFunction& function);

} // namespace faultline::waits
