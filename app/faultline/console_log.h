#pragma once

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/config/service_config.h"

#include <filesystem>
#include <memory>

namespace faultline::app {

/// A log for people on standard error, or as JSON lines on standard output (docs/spec/http-api.md
/// §12.1).
std::unique_ptr<LogSink> makeConsoleLog(const config::LoggingConfig& config);

/// The same into a file, which is emptied. Errors: Internal (it cannot be written).
Result<std::unique_ptr<LogSink>> makeFileLog(const config::LoggingConfig& config,
                                             const std::filesystem::path& file);

} // namespace faultline::app
