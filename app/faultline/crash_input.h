#pragma once

#include "core/base/result.h"
#include "core/report/json_report.h"
#include "core/symbolicate/options.h"
#include "core/symbolicate/report.h"

#include <filesystem>

namespace faultline::app {

/// A crash file of any kind, read and ready to be symbolicated.
struct CrashInput
{
    EventPtr event;
    SymbolicateOptions options; ///< A request brings its own.
    JsonOptions answer;
};

/// Recognises the kind by content: JSON is a request as `POST /symbolicate` takes it, everything
/// else a crash file. Errors: NotFound, PermissionDenied, Unsupported, Malformed.
Result<CrashInput> readCrashInput(const std::filesystem::path& file, const ParseLimits& limits);

} // namespace faultline::app
