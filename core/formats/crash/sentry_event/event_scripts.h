// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/crash/sentry_event/event_form.h"
#include "core/model/diagnostic_log.h"
#include "core/model/script_event.h"

#include <optional>

namespace faultline::sentry {

/// Reads the stacks of scripts in an event (docs/spec/javascript.md §11.1), those of exceptions
/// before those of threads. Absent when no frame belongs to a script. Frames are callee first.
/// Frames without a file or line are left out with a diagnostic, as are frames of native code and
/// of the JVM.
std::optional<ScriptEvent> readScripts(const json::JsonValue& source,
                                       const EventParts& parts,
                                       const ParseLimits& limits,
                                       DiagnosticLog& diagnostics);

/// The parts that event_mixed.h uses too.

bool isScriptPlatform(std::string_view platform);

/// An event without stacks and modules.
ScriptEvent scriptsWithoutStacks(const json::JsonValue& source);

/// Absent when the frame belongs to other code, or has no file or line. Frames without a platform
/// have that of the event.
std::optional<ScriptStackFrame> readScriptFrame(const json::JsonValue& value,
                                                const std::optional<std::string>& eventPlatform);

std::vector<ScriptModule> readScriptModules(const EventParts& parts, const ParseLimits& limits);

} // namespace faultline::sentry
