// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json_report.h"

#include <string>

namespace faultline::report {

/// Symbolicator's "completed" response to a request about such an event: that of `/symbolicate`,
/// `/symbolicate-js` or `/symbolicate-jvm`. Only a report that was made for it
/// (AnswerStyle::Compatible) has the names that Symbolicator would give to scripts and the JVM.
void renderAnswer(const Report& report, const JsonOptions& options, const TextSink& sink);
std::string renderAnswer(const Report& report, const JsonOptions& options);

} // namespace faultline::report
