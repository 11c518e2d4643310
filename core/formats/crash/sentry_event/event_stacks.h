// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/crash/sentry_event/event_form.h"
#include "core/formats/crash/sentry_event/event_images.h"
#include "core/model/diagnostic_log.h"
#include "core/model/event.h"

#include <optional>
#include <vector>

namespace faultline::sentry {

struct EventStacks
{
    std::vector<EventThread> threads;
    std::optional<std::uint32_t> requesting; ///< Index into threads.
    std::optional<json::JsonValue> leadingException;
};

/// The stacks in the order of docs/spec/http-api.md §14.1: of exceptions, of the event itself, of
/// threads. Each becomes a thread with given frames, callee first. If a stack has two versions, the
/// raw one is used if it has a frame with an address.
EventStacks readStacks(const EventParts& parts,
                       const EventImages& images,
                       const ParseLimits& limits,
                       DiagnosticLog& diagnostics);

} // namespace faultline::sentry
