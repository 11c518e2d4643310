// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/model/report.h"

#include <stop_token>

namespace faultline::codec {

/// Reads a file of writeReport() (docs/report-format.md). Memory and stream bytes of the event are
/// views of `file`; everything else is copied. Indexes between the parts of the report are checked,
/// so renderers can trust them as in a new report.
///
/// Errors: Malformed (not a report, cut off or damaged; there is no partial result), Unsupported
/// (written by a later version, or needs more memory than ParseLimits::maxReportBytes), Cancelled.
Result<Report> readReport(const ByteView& file, const ParseLimits& limits, std::stop_token stop);

} // namespace faultline::codec
