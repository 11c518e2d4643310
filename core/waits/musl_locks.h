// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/waits/lock_reader.h"

#include <optional>

namespace faultline::waits {

/// The locks of musl 1.1 and 1.2. A normal mutex records no holder.

std::optional<WaitObject> readMuslMutex(const LockContext& context, const FutexWait& wait);

/// The lock of a FILE.
std::optional<WaitObject> readMuslStreamLock(const LockContext& context, const FutexWait& wait);

/// The end of a thread, which pthread_join() waits for.
std::optional<WaitObject> readMuslJoin(const LockContext& context, const FutexWait& wait);

} // namespace faultline::waits
