#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/detail_model.h"

#include <QList>

namespace faultline::ui {

/// What the crashing instruction and the memory map say beyond the reason of the crash; empty until
/// the report is complete.
QList<DetailRow> makeAnalysisRows(const ReportState& state);

} // namespace faultline::ui
