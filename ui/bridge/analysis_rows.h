// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/detail_model.h"

#include <QList>

namespace faultline::ui {

/// "read 1 byte, null + 0x10", for each access; empty when the accesses are not known.
QString makeAccessText(const CrashInstruction& instruction);

/// Returns what the crashing instruction and the memory map add to the reason of the crash. The
/// list is empty until the report is complete.
QList<DetailRow> makeAnalysisRows(const ReportState& state);

} // namespace faultline::ui
