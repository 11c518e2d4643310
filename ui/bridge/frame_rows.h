#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/stack_layout.h"

namespace faultline::ui {

/// Rows of one thread's stack, callee first; empty while nothing is known.
FrameRows makeFrameRows(const ReportState& state, std::uint32_t thread);

/// Why the thread's stack has no further frames; empty while it is being walked.
StackEndRow makeStackEnd(const ReportState& state, std::uint32_t thread);

/// Position in ThreadStack::frames of each row's frame equals the row's position in
/// makeFrameRows().
QString frameFunction(const ReportState& state, const Frame& frame);

/// "libscene.so+0x412e6"; empty when the frame lies in no module.
QString frameModuleOffset(const ReportState& state, const Frame& frame);

} // namespace faultline::ui
