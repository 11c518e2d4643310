// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"
#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/bundle/report_bundle.h"

#include <memory>
#include <stop_token>

namespace faultline::intake {

/// Is the file a report bundle? It holds a finished report in place of an event, so readInput()
/// refuses it, and whoever shows reports asks here first.
bool isReportBundle(Bytes head);

/// Reads a report bundle. Diagnostics of the report tell by which profile it was written and what
/// it lacks.
/// Errors: those of bundle::readBundle().
Result<bundle::ReportBundle>
readStoredReport(const ByteView& file, const ParseLimits& limits, std::stop_token stop);

/// The same; null for any other file.
Result<std::shared_ptr<const bundle::ReportBundle>>
storedReportIn(const ByteView& file, const ParseLimits& limits, std::stop_token stop);

} // namespace faultline::intake
