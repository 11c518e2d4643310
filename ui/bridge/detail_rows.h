#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/detail_model.h"

namespace faultline::ui {

/// Returns what the file says about the crash, the system and the process, in reading order.
QList<DetailRow> makeDetailRows(const ReportState& state);

} // namespace faultline::ui
