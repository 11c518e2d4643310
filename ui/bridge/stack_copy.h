// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/stack_text.h"
#include "ui/bridge/report_state.h"
#include "ui/models/report_header.h"
#include "ui/models/stack_model.h"

namespace faultline::ui {

/// Converts a stack, as the window shows it, for the renderers of core/report. Frames are given by
/// their position in ThreadStack::frames. Those that the window folds as code of others are there;
/// folded recursions, notes and the stack's end become lines in the user's language.
report::StackSelection shownStack(const StackModel& stack, std::uint32_t thread);

/// Renders the forms of docs/spec/workbench.md §4.12. The state must have an event.
QString copyAsText(const ReportState& state, const report::StackSelection& shown);
QString copyAsMarkdown(const ReportState& state,
                       const report::StackSelection& shown,
                       const ReportHeader& header);
QString copyAsJson(const ReportState& state,
                   const report::StackSelection& shown,
                   const ReportHeader& header);

} // namespace faultline::ui
