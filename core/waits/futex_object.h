// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/waits/lock_reader.h"

namespace faultline::waits {

/// What a thread in futex() waits for. Its owner is the recorded one, or there is none.
WaitObject objectOfFutex(const LockContext& context, const FutexWait& wait);

} // namespace faultline::waits
