// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/engine/debug_file_question.h"
#include "core/model/event.h"
#include "core/model/report.h"

#include <string>

namespace faultline::engine {

/// Compares a file with every module of the event, by format, processor and ids. Files for scripts
/// have no ids that could be compared. The report, if there is one, has ids that files of the
/// modules have added. Reads the file: for job threads only.
DebugFileAnswer fitDebugFile(const Event& event,
                             const Report* report,
                             const std::string& path,
                             const ParseLimits& limits);

} // namespace faultline::engine
