// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/formats/crash/sentry_event/event_form.h"
#include "core/model/diagnostic_log.h"
#include "core/model/jvm_event.h"

#include <optional>

namespace faultline::sentry {

/// Reads the stacks of the JVM in an event (docs/spec/jvm.md §11.3), those of exceptions before
/// those of threads. Absent when no frame belongs to the JVM. Frames are callee first. Frames
/// without a class or method are left out with a diagnostic, as are frames of other code.
std::optional<JvmEvent> readJvm(const json::JsonValue& source,
                                const EventParts& parts,
                                const ParseLimits& limits,
                                DiagnosticLog& diagnostics);

/// The parts that event_mixed.h uses too.

bool isJvmPlatform(std::string_view platform);

/// An event without stacks and modules.
JvmEvent jvmWithoutStacks(const json::JsonValue& source);

/// Absent when the frame belongs to other code, or has no class or method. Frames without a
/// platform have that of the event.
std::optional<JvmStackFrame> readJvmFrame(const json::JsonValue& value,
                                          const std::optional<std::string>& eventPlatform);

/// Adds the id of a mapping that a frame names instead of a file.
void noteMapId(const JvmStackFrame& frame, JvmEvent& event);

/// A lock of Sentry's SDK for Android, as ART writes it in a trace. Kinds: 1 held, 2 waiting, 4
/// sleeping, 8 blocked (sentry-java, SentryLockReason). Empty for other kinds.
std::string lockLine(const json::JsonValue& lock);

std::vector<JvmModule> readJvmModules(const EventParts& parts, const ParseLimits& limits);

} // namespace faultline::sentry
