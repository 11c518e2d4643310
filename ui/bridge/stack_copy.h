#pragma once

#include "core/engine/stack_text.h"
#include "ui/bridge/report_state.h"
#include "ui/models/report_header.h"
#include "ui/models/stack_model.h"

namespace faultline::ui {

/// A stack as the window shows it, for the renderers of core/report: frames by their position in
/// ThreadStack::frames, folds, notes and the stack's end as lines in the user's language.
report::StackSelection shownStack(const StackModel& stack, std::uint32_t thread);

/// The forms of docs/spec/workbench.md §4.12. The state's event is known.
QString copyAsText(const ReportState& state, const report::StackSelection& shown);
QString copyAsMarkdown(const ReportState& state,
                       const report::StackSelection& shown,
                       const ReportHeader& header);
QString copyAsJson(const ReportState& state,
                   const report::StackSelection& shown,
                   const ReportHeader& header);

} // namespace faultline::ui
