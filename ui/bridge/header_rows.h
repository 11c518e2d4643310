// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/report_header.h"

namespace faultline::ui {

ReportHeader makeReportHeader(const ReportState& state, const QString& fileName);

} // namespace faultline::ui
