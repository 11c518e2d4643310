// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/waits/lock_reader.h"

#include <optional>

namespace faultline::waits {

/// What a thread of macOS or iOS waits for inside __psynch_mutexwait() or __ulock_wait(). The calls
/// keep their arguments in the registers. An os_unfair_lock records a port's name, which is a
/// thread's id in dumps whose writer numbers threads by ports, and says nothing in others.
std::optional<WaitObject>
readAppleLock(const LockContext& context, const EventThread& thread, const WaitFunction& function);

} // namespace faultline::waits
