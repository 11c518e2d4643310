// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/jvm_event.h"
#include "core/symbolicate/jvm/retrace/retraced_frame.h"

#include <optional>
#include <string>

namespace faultline::jvm {

/// Returns the frame with the row's names and lines. All other fields stay as in the event.
JvmStackFrame remappedRow(const JvmStackFrame& frame, const RetracedFrame& row);

/// Marks a frame as the program's own code if its class begins with the package. A frame for which
/// the event already says so is not changed.
void markInApp(JvmStackFrame& frame, const std::optional<std::string>& releasePackage);

} // namespace faultline::jvm
