// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/report_state.h"

namespace faultline::ui {

/// What an operand is in this frame: "m_count = 0x3", "[rdi + 0x8] = 0x0 (null)", "null + 0x18",
/// "to stack of main + 0x20".
QString makeOperandText(const ReportState& state, const engine::CodeOperand& operand);

} // namespace faultline::ui
