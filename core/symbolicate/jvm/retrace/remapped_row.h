#pragma once

#include "core/model/jvm_event.h"
#include "core/symbolicate/jvm/retrace/retraced_frame.h"

#include <optional>
#include <string>

namespace faultline::jvm {

/// The frame with what the mapping makes of it; everything else stays as the event has it.
JvmStackFrame remappedRow(const JvmStackFrame& frame, const RetracedFrame& row);

/// Code of the program itself, where the event does not say: its class begins with the package.
void markInApp(JvmStackFrame& frame, const std::optional<std::string>& releasePackage);

} // namespace faultline::jvm
