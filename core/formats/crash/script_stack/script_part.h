// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/model/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline::scriptstack {

/// The stacks of a script inside the message of an error in another language, as React Native
/// writes them: "TypeError: x is not a function, js engine: hermes, stack:" with the frames below.
struct QuotedStacks
{
    ScriptEvent scripts;
    std::string engine; ///< "hermes"; empty when the message does not say it.
};

/// Absent when the message holds no frame of a script that names a line.
std::optional<QuotedStacks> readQuotedStacks(std::string_view message, const ParseLimits& limits);

/// Does a line of such a message say more than what happened: a frame, or the end of the message?
bool isQuotedFrame(std::string_view line);

/// The first line of such a message without the words that announce the stack.
std::string_view withoutAnnouncement(std::string_view line);

/// Adds the stacks to an event of the JVM or of machine code with given frames, as threads at its
/// end and as a part of the event. Returns the number of the first one. The event has no parts yet.
std::uint32_t addScriptPart(Event& event, ScriptEvent scripts, const ParseLimits& limits);

} // namespace faultline::scriptstack
