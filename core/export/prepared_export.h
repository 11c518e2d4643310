// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/bundle/report_bundle.h"
#include "core/export/export_report.h"
#include "core/redact/redact.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace faultline::exporting {

/// A report that is to leave.
struct ExportRequest
{
    ReportPtr report; ///< With an event.
    redact::Profile profile = redact::Profile::ShareOutside;
    ExportOptions options{};
    std::vector<bundle::BundleSource> sources{}; ///< For a bundle.
    std::filesystem::path input{};               ///< The crash file, for a bundle; may be empty.
};

/// A request after core/redact, from which all forms are made.
struct PreparedExport
{
    redact::Redaction shown;
    redact::Profile profile = redact::Profile::ShareOutside;
    ExportOptions options{};
    std::vector<bundle::BundleSource> sources{};
    std::filesystem::path input{};
};

/// Takes out what the profile does not show. Work is linear in the report: not for GUI threads.
PreparedExport prepareExport(ExportRequest request);

using ExportSink = std::function<Result<void>(Bytes)>;

/// Writes one form piece by piece. Errors: those of the sink.
Result<void>
writeExport(const PreparedExport& prepared, ExportFormat format, const ExportSink& sink);

/// Writes a report bundle; under Full with the crash file, if it can still be read. Errors: those
/// of the sink, Unsupported (the report exceeds the format).
Result<void> writeReportBundle(const PreparedExport& prepared, const ExportSink& sink);

} // namespace faultline::exporting
