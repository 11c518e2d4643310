// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"
#include "core/model/walk_trace.h"

#include <string>

namespace faultline::report {

/// Why a stack is as it is, for a terminal: each frame with what it rests on, and below it the
/// steps that were tried. Steps for other systems and processors are only counted. Control
/// characters of the crash file are escaped. `report` names the functions.
std::string renderWalkText(const Report& report, const WalkTrace& trace);

/// The same as one JSON object, with every step: "thread", "frames" and "end".
std::string renderWalkJson(const Report& report, const WalkTrace& trace);

} // namespace faultline::report
