// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/detail_model.h"

namespace faultline::ui {

/// Returns what the file says about the crash, the system and the process, in reading order.
QList<DetailRow> makeDetailRows(const ReportState& state);

/// "12 s", "5 min", "2 h 3 min".
QString durationText(std::uint64_t seconds);

} // namespace faultline::ui
