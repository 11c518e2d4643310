// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/stack_layout.h"

#include <cstddef>
#include <cstdint>

namespace faultline::ui {

/// Returns the rows of one thread's stack, callee first. Each row has the position that its frame
/// has in ThreadStack::frames. After `most` rows the list ends with the next physical frame. It is
/// empty while the stack is unknown.
FrameRows
makeFrameRows(const ReportState& state, std::uint32_t thread, std::size_t most = SIZE_MAX);

/// Says why the thread's stack has no further frames. The text is empty while the stack is being
/// walked.
StackEndRow makeStackEnd(const ReportState& state, std::uint32_t thread);

/// Returns the frame's function for display. insight::frameFunction() chooses the name.
QString frameFunction(const ReportState& state, const Frame& frame);

/// Returns "libscene.so+0x412e6", or an empty text when the frame lies in no module.
QString frameModuleOffset(const ReportState& state, const Frame& frame);

} // namespace faultline::ui
