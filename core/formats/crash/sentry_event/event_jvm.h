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

} // namespace faultline::sentry
