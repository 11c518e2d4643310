// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/crash_files.h"
#include "core/model/report.h"
#include "core/report/json_report.h"
#include "core/symbolicate/options/options.h"

#include <filesystem>

namespace faultline::app {

/// A crash file of any kind, read and ready to be symbolicated.
struct CrashInput
{
    EventPtr event;
    symbolicate::SymbolicateOptions options; ///< The options that a request contains.
    report::JsonOptions answer;
};

/// Returns the crash files that a path on the command line means. Without `part` that is the only
/// one in the file; with a part it is the one with this name or file name; "all" means every one.
/// Errors: Unsupported (several files and no part; the text names them), NotFound (no such part),
/// and those of findCrashFilesAt().
Result<std::vector<engine::CrashFile>> chooseCrashFiles(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const ParseLimits& limits);

/// Detects the kind by content. JSON with stack traces or modules is a request in the form of `POST
/// /symbolicate`; everything else is a crash file. Errors: PermissionDenied, Unsupported,
/// Malformed.
Result<CrashInput> readCrashInput(const engine::CrashFile& file, const ParseLimits& limits);
/// The same for a path that holds only one crash file.
Result<CrashInput> readCrashInput(const std::filesystem::path& path, const ParseLimits& limits);

/// Names a crash file in messages: "crashes.zip" or "crashes.zip: a.dmp".
std::string crashFileLabel(const std::filesystem::path& path, const engine::CrashFile& file);

} // namespace faultline::app
