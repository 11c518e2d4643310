#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/why_report.h"

namespace faultline::ui {

/// Explains a frame: what is wrong with its module's debug file, and what to do next.
/// `sourceCount`: sources configured.
WhyReport
explainFrame(const ReportState& state, std::uint32_t thread, const Frame& frame, int sourceCount);

/// Explains a module on its own.
WhyReport explainModule(const ReportState& state, std::uint32_t module, int sourceCount);

} // namespace faultline::ui
