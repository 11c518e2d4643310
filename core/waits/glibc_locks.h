// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/waits/lock_reader.h"

#include <optional>

namespace faultline::waits {

/// The locks of glibc (2.25 and later for rwlocks). Each is absent unless the words at the futex,
/// and what the stack names, fit one object only.

/// pthread_mutex_t of every kind; also std::mutex and others made of it.
std::optional<WaitObject> readGlibcMutex(const LockContext& context, const FutexWait& wait);

/// pthread_rwlock_t. Readers are not recorded.
std::optional<WaitObject> readGlibcReaderWriterLock(const LockContext& context,
                                                    const FutexWait& wait);

/// The lock of a FILE.
std::optional<WaitObject> readGlibcStreamLock(const LockContext& context, const FutexWait& wait);

/// The end of a thread, which pthread_join() waits for.
std::optional<WaitObject> readGlibcJoin(const LockContext& context, const FutexWait& wait);

} // namespace faultline::waits
