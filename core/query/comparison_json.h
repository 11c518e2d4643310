// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/library/report_record.h"
#include "core/likeness/report_diff.h"

#include <string>

namespace faultline::query {

/// Two reports side by side as one object: "equal", "facts", "stack", "modules"
/// (docs/library.schema.json, "diff").
std::string comparisonJson(const likeness::ReportDiff& diff,
                           const library::ReportRecord& before,
                           const library::ReportRecord& after);

} // namespace faultline::query
