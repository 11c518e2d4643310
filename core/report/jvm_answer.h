// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json_report.h"

#include <string>

namespace faultline::report {

/// Symbolicator's "completed" response for the JVM (docs/spec/jvm.md §1.2). The event of the report
/// must be a JvmEvent. The extras, under keys "faultline", are each frame's alternatives and the
/// origin of its file, hidden frames and everything tried.
std::string jvmAnswer(const Report& report, const JsonOptions& options);

} // namespace faultline::report
