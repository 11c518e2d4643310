// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/candidate_model.h"
#include "ui/models/module_row.h"

namespace faultline::ui {

ModuleRow makeModuleRow(const ReportState& state, std::uint32_t module);

/// Returns the candidates in the order in which they were tried.
/// Until a module's look-up has ended, the leading stack tells whether it is used.
void markModulesOfStack(QList<ModuleRow>& rows, const ReportState& state);

QList<CandidateRow> makeCandidateRows(const ModuleReport& report);

} // namespace faultline::ui
