#pragma once

#include "ui/bridge/report_state.h"

namespace faultline::ui {

/// Why the process ended, in one sentence of the user's language.
QString causeSentence(const ReportState& state);

} // namespace faultline::ui
