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
    symbolicate::SymbolicateOptions options; ///< A request brings its own.
    report::JsonOptions answer;
};

/// The crash files that a path on the command line means: the only one it holds, the one whose name
/// or file name is `part`, or with "all" every one. Errors: Unsupported (several and no part; the
/// text names them), NotFound (no such part), those of findCrashFilesAt().
Result<std::vector<engine::CrashFile>> chooseCrashFiles(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const ParseLimits& limits);

/// Recognises the kind by content: JSON with stack traces or modules is a request as `POST
/// /symbolicate` takes it, everything else a crash file. Errors: PermissionDenied, Unsupported,
/// Malformed.
Result<CrashInput> readCrashInput(const engine::CrashFile& file, const ParseLimits& limits);
/// The same for a path that holds one crash file only.
Result<CrashInput> readCrashInput(const std::filesystem::path& path, const ParseLimits& limits);

/// "crashes.zip" or "crashes.zip: a.dmp", for messages.
std::string crashFileLabel(const std::filesystem::path& path, const engine::CrashFile& file);

} // namespace faultline::app
