// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/report.h"
#include "ui/models/activity_model.h"

namespace faultline::ui {

ActivityRow makeActivityRow(const engine::TransferProgress& transfer);
ActivityRow makeActivityRow(const engine::JobProgress& job, const QString& report);
/// Returns the row of a job after its end.
ActivityRow finishedRow(ActivityRow row, const Result<void>& outcome);

} // namespace faultline::ui
