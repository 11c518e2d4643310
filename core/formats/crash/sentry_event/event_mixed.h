// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/crash/sentry_event/event_form.h"
#include "core/formats/crash/sentry_event/event_images.h"
#include "core/model/diagnostic_log.h"
#include "core/model/event.h"

#include <memory>

namespace faultline::sentry {

/// The languages of the frames of an event.
struct FrameLanguages
{
    bool hasNative = false;
    bool hasScripts = false;
    bool hasJvm = false;
    bool hasOthers = false; ///< Named frames that nothing resolves: of Dart, Python, C#, …

    bool areSeveral() const
    {
        return int{hasNative} + int{hasScripts} + int{hasJvm} > 1 || (hasNative && hasOthers);
    }
};

FrameLanguages languagesOf(const json::JsonValue& source, const EventParts& parts);

/// Reads an event whose stacks, or frames of one stack, belong to several languages (React Native,
/// Flutter, NDK). Event::detail is of the event's platform where that has frames; Event::parts are
/// the others. Errors come before their causes and these before threads; frames are callee first.
/// Frames that nothing resolves stay in their places, as the event has them. Null when no stack has
/// a frame.
std::shared_ptr<Event> readMixed(const json::JsonValue& source,
                                 const EventParts& parts,
                                 EventImages images,
                                 const ParseLimits& limits,
                                 DiagnosticLog& diagnostics);

} // namespace faultline::sentry
