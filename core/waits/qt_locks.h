// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/waits/lock_reader.h"

#include <optional>

namespace faultline::waits {

/// Qt's QRecursiveMutex on x86, which records the descriptor of the thread that holds it. Absent
/// unless the stack names it: another lock of Qt, which records no holder, is part of it. QMutex
/// and QReadWriteLock have no reader, because they record none.
std::optional<WaitObject> readQtRecursiveMutex(const LockContext& context, const FutexWait& wait);

} // namespace faultline::waits
