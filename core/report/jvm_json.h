#pragma once

#include "core/model/jvm_event.h"
#include "core/report/json_report.h"

#include <string>

namespace faultline::report {

struct JvmJsonOptions
{
    FrameOrder frameOrder = FrameOrder::CallerFirst; ///< The reference's default for the JVM.
    /// Each frame's alternatives and origin of its file, hidden frames and everything tried, under
    /// keys "faultline".
    IncludeExtras extras = IncludeExtras::No;
};

/// Symbolicator's "completed" response to a JVM event (docs/spec/jvm.md §1.2).
std::string renderJvmJson(const JvmReport& report, const JvmJsonOptions& options);

} // namespace faultline::report
