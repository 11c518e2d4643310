#pragma once

#include "core/formats/crash/sentry_event/event_stacks.h"
#include "core/json/json_document.h"
#include "core/model/event.h"

namespace faultline::sentry {

/// Time, platform, signal, system, process, cause and details of an event, beside modules and
/// stacks. `images` tells the CPU where the contexts do not.
void readFacts(const json::JsonValue& source, const EventStacks& stacks, Arch images, Event& event);

} // namespace faultline::sentry
