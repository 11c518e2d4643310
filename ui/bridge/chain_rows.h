// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/chain_model.h"

namespace faultline::ui {

/// The cycles of threads that wait for each other. Without one, the chain from this thread to where
/// it ends; empty when the thread waits for nothing.
ChainRows makeChainRows(const ReportState& state, std::uint32_t thread);

} // namespace faultline::ui
