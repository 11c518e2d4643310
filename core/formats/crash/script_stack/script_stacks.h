#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::scriptstack {

/// Whether a text has a frame of a script in its first lines. Other text may stand around it.
bool looksLikeScriptStacks(std::string_view head);

/// The stacks of a text, in its order: each error with its frames, callee first. Lines among frames
/// that are no frames stay as frames with nothing but their text. Errors: Unsupported (no frame at
/// all).
Result<ScriptEvent> readScriptStacks(std::string_view text, const ParseLimits& limits);

/// The same as an event. Errors: the same.
Result<EventPtr> readScriptText(const ByteView& bytes, const ParseLimits& limits);

} // namespace faultline::scriptstack
