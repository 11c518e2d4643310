// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json_report.h"

#include <string>

namespace faultline::report {

/// Symbolicator's "completed" response for scripts (docs/spec/javascript.md §1.3). The event of the
/// report must be a ScriptEvent. Only the order of frames counts of the options.
std::string scriptAnswer(const Report& report, const JsonOptions& options);

} // namespace faultline::report
