#pragma once

#include "core/base/parse_limits.h"
#include "core/model/event.h"

namespace faultline::scriptstack {

/// An event with these stacks. Its threads are the stacks, the first one leads; its modules are the
/// scripts that frames name, in the order in which they do.
std::shared_ptr<Event> eventOf(ScriptEvent scripts, const ParseLimits& limits);

/// "TypeError: x is not a function", "caused by TypeError: …".
std::string stackTitle(const ScriptStack& stack);

} // namespace faultline::scriptstack
