// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/bridge/transfer_states.h"
#include "ui/models/candidate_model.h"
#include "ui/models/module_row.h"

namespace faultline::ui {

/// `transfers` may be null. The row counts no frames.
ModuleRow
makeModuleRow(const ReportState& state, std::uint32_t module, const TransferStates* transfers);

/// Counts the frames that lie in each module on all stacks that are known so far.
void countFrames(QList<ModuleRow>& rows, const ReportState& state);

/// A place that has answered. `isOffline`: the symbolication asked no servers.
CandidateRow makeCandidateRow(const Candidate& candidate, bool isOffline);

/// Returns the places where the module's files were looked for, in the order in which they were
/// asked: while a look-up is open also those that have not answered. `transfers` may be null.
QList<CandidateRow>
makeCandidateRows(const ReportState& state, std::uint32_t module, const TransferStates* transfers);

} // namespace faultline::ui
