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

/// Complains when the arguments name a form that --share cannot hold to. Returns whether it can.
bool canShare(const SymbolicateArguments& arguments);

/// Prints a report in the form that the arguments name, without what may not be shared, which is
/// listed on standard error; `answer` is what a request says of its
/// answer, for Symbolicator's form. Complains and returns Unreadable for a form that such a report
/// does not have. Returns SourceFailed when frames of the leading thread lack symbols because a
/// source could not be asked.
ExitCode printReport(const std::string& label,
                     const ReportPtr& report,
                     const report::JsonOptions& answer,
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
