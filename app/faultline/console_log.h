#pragma once

#include "core/base/log.h"
#include "core/config/service_config.h"

#include <memory>

namespace faultline::app {

/// A log for people on standard error, or as JSON lines on standard output (spec/http-api.md
/// §12.1).
std::unique_ptr<LogSink> makeConsoleLog(const LoggingConfig& config);

} // namespace faultline::app
