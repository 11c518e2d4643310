// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/model/event.h"

namespace faultline::scriptstack {

/// Makes an event with these stacks. Its threads are the stacks, of which the first one leads. Its
/// modules are the scripts that frames name, in the order of their first frames.
std::shared_ptr<Event> eventOf(ScriptEvent scripts, const ParseLimits& limits);

/// Formats "TypeError: x is not a function" or "caused by TypeError: …".
std::string stackTitle(const ScriptStack& stack);

} // namespace faultline::scriptstack
