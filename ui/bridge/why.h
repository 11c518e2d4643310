#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/why_report.h"

namespace faultline::ui {

/// Explains what is wrong with the debug file of a frame's module and what to do next.
/// `sourceCount` is the number of configured sources.
WhyReport
explainFrame(const ReportState& state, std::uint32_t thread, const Frame& frame, int sourceCount);

/// Explains a module regardless of any frame.
WhyReport explainModule(const ReportState& state, std::uint32_t module, int sourceCount);

} // namespace faultline::ui
