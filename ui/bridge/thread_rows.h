// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/thread_row.h"

namespace faultline::ui {

ThreadRow makeThreadRow(const ReportState& state, std::uint32_t thread);

/// Returns the thread's name, or "thread 12" without a name.
QString threadName(const ReportState& state, std::uint32_t thread);

} // namespace faultline::ui
