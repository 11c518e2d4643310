#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/detail_model.h"

namespace faultline::ui {

/// Facts about the crash, system and process, in reading order; only what the file says.
QList<DetailRow> makeDetailRows(const ReportState& state);

} // namespace faultline::ui
