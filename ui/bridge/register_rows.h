// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/inspection.h"
#include "ui/bridge/report_state.h"
#include "ui/models/register_model.h"

namespace faultline::ui {

/// Returns the registers of a physical frame. Registers that the walk could not recover have no
/// value. The list is empty when the frame has no registers. `leads` may be empty; it says where
/// they lead.
QList<RegisterRow> makeRegisterRows(const ReportState& state,
                                    std::uint32_t thread,
                                    std::uint32_t frame,
                                    const engine::RegistersAnswer& leads);

} // namespace faultline::ui
