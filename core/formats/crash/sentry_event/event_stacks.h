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

/// Stacks in the order of docs/spec/http-api.md §14.1: of exceptions, of the event itself, of
/// threads. Each is a thread with given frames, callee first. Of a stack in two versions the raw
/// one is taken when it has a frame with an address.
EventStacks readStacks(const EventParts& parts,
                       const EventImages& images,
                       const ParseLimits& limits,
                       DiagnosticLog& diagnostics);

} // namespace faultline::sentry
