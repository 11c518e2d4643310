// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/sentry_event/event_stacks.h"
#include "core/json/json_document.h"
#include "core/model/event.h"

namespace faultline::sentry {

/// Reads the facts of an event other than modules and stacks: time, platform, signal, system,
/// process, cause and details. `images` supplies the CPU if the contexts do not.
void readFacts(const json::JsonValue& source, const EventStacks& stacks, Arch images, Event& event);

/// The facts that need no native code: time, platform, system and details.
void readCommonFacts(const json::JsonValue& source, Event& event);

} // namespace faultline::sentry
