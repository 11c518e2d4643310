// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/detail_model.h"
#include "ui/models/lock_row.h"

namespace faultline::ui {

/// Everything that a thread waits for.
QList<LockRow> makeLockRows(const ReportState& state);

/// What the thread does, waits for and holds.
QList<DetailRow> makeThreadFacts(const ReportState& state, std::uint32_t thread);

} // namespace faultline::ui
