// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"
#include "ui/models/frame_row.h"

namespace faultline::ui {

/// Fills in the badge that says how far a frame can be trusted, and its explanation.
void setTrust(FrameRow& row, const ReportState& state, const Frame& frame);

/// An ambiguous frame of the JVM is one row, whose badge says among how many possibilities it was
/// chosen.
void setMeanings(FrameRow& row, const Frame& frame);

} // namespace faultline::ui
