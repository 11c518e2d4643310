// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/crash_input.h"
#include "app/faultline/exit_code.h"
#include "app/faultline/output_file.h"
#include "core/model/report.h"
#include "core/redact/redact.h"
#include "core/report/json_report.h"

#include <functional>
#include <string>

namespace faultline::app {

/// What commands that print reports share, whoever made the reports.

redact::Profile profileOf(ShareWith share);

/// What a program that ended so exits with (`--exit-by-cause`).
ExitCode exitByCause(const Report& report);

/// Complains when --share or --exit-by-cause need a report and the form is not made from one here.
/// Returns whether the form can be written.
bool canShare(const SymbolicateArguments& arguments);

/// Complains when several reports are asked for in a form that has only one. Returns whether the
/// output can be written.
bool canJoin(const SymbolicateArguments& arguments);

/// Does the form show the report's signature?
bool hasSignature(ReportFormat format);

/// Where a report comes from.
struct ReportOrigin
{
    report::JsonOptions answer; ///< What a request says of its answer, for Symbolicator's form.
    ByteView file;              ///< The crash file, for a bundle.
};

/// Prints a report in the form that the arguments name, without what may not be shared, which is
/// listed on standard error. Complains and returns Unreadable for a form that such a report does
/// not have. Returns SourceFailed when frames of the leading thread lack symbols because a source
/// could not be asked.
ExitCode printReport(const std::string& label,
                     const ReportPtr& report,
                     const ReportOrigin& origin,
                     const SymbolicateArguments& arguments,
                     OutputFile& output);

/// Calls `symbolicateOne` for each crash file that the path means, and returns the worst outcome.
/// Complains when the path has no crash file.
ExitCode eachCrashFile(const std::filesystem::path& path,
                       const std::optional<std::string>& part,
                       const ParseLimits& limits,
                       const std::function<ExitCode(const intake::CrashFile&)>& symbolicateOne);

/// The same for every path of the arguments; then ends the output.
ExitCode
symbolicateEach(const SymbolicateArguments& arguments,
                OutputFile& output,
                const std::function<ExitCode(const std::filesystem::path&)>& symbolicateFile);

} // namespace faultline::app
