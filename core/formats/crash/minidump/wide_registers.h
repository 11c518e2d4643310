// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event_thread.h"
#include "core/model/wide_register.h"

#include <vector>

namespace faultline::minidump {

/// The floating point and vector registers in a thread's context, ascending by number: those of
/// x86, arm64 and arm where its flags say that they are filled in. They are read only where values
/// are asked for, because many threads have many. Empty for threads without a context.
std::vector<WideRegister> wideRegistersOf(const EventThread& thread);

} // namespace faultline::minidump
