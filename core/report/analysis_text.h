#pragma once

#include "core/model/report.h"

#include <string>
#include <vector>

namespace faultline::report {

/// What the analysis of the crash found, one sentence per line for text and Markdown; empty without
/// an analysis. Control characters of the crash file come out escaped.
std::vector<std::string> analysisLines(const Report& report);

} // namespace faultline::report
