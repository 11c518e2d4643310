// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/event.h"

#include <string_view>

namespace faultline::scriptstack {

/// Tells whether a text has a frame of a script, wherever it stands. Other text may surround it.
bool looksLikeScriptStacks(std::string_view text);

/// Returns the stacks of a text in their order: each error with its frames, callee first. Other
/// lines between frames are kept as frames with only their text. `leftOut` counts what exceeds the
/// limits. Errors: Unsupported (there is no frame).
Result<ScriptEvent>
readScriptStacks(std::string_view text, const ParseLimits& limits, std::size_t* leftOut = nullptr);

/// The same as an event. Errors: the same.
Result<EventPtr> readScriptText(const ByteView& bytes, const ParseLimits& limits);

} // namespace faultline::scriptstack
