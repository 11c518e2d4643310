// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>
#include <vector>

namespace faultline::report {

/// The findings of the crash analysis, one sentence per line, for text and Markdown; empty without
/// an analysis. Control characters of the crash file are escaped.
std::vector<std::string> analysisLines(const Report& report);

} // namespace faultline::report
