// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/report_state.h"
#include "ui/models/code_model.h"

namespace faultline::ui {

/// The rows of instructions, each run of a source line with a heading.
QList<CodeRow> makeCodeRows(const ReportState& state,
                            const engine::FramePlace& frame,
                            const engine::CodeAnswer& answer);

} // namespace faultline::ui
