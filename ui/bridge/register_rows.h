#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/register_model.h"

namespace faultline::ui {

/// Registers of a physical frame; those the walk did not recover are listed without a value. Empty
/// when the frame has none.
QList<RegisterRow>
makeRegisterRows(const ReportState& state, std::uint32_t thread, std::uint32_t frame);

} // namespace faultline::ui
