// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/model/wide_register.h"

#include <vector>

namespace faultline::corefile {

/// The floating point and vector registers of a thread of a Linux core, ascending by number: those
/// of x86, arm64 and arm that its notes have, as the event keeps them. They are read only where
/// values are asked for, because many threads have many. Empty for other events.
std::vector<WideRegister> wideRegistersOf(const Event& event, const EventThread& thread);

} // namespace faultline::corefile
