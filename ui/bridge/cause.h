// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/report_state.h"

namespace faultline::ui {

/// Says in one sentence of the user's language why the process ended.
QString causeSentence(const ReportState& state);

} // namespace faultline::ui
