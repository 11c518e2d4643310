// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/text/line_cursor.h"
#include "core/formats/crash/text/trace_builder.h"

namespace faultline::nativetext {

/// A program whose check failed may print its own stack and then end itself by a signal, of which a
/// sanitizer writes a report: two stacks of one crash. Reads the report that follows the trace into
/// it. The stack with more names leads. Nothing happens when no such report follows `at`, or when
/// another failed check or another trace stands before it, which the report may be about.
void readReportOfSignal(LineCursor at, TraceBuilder& trace);

} // namespace faultline::nativetext
