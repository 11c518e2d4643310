// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/base/result.h"
#include "core/config/service_config.h"

#include <filesystem>
#include <memory>

namespace faultline::app {

/// A log whose level may change while it is used.
class AdjustableLog : public LogSink
{
public:
    virtual void setLevel(LogLevel level) = 0;
};

/// Makes a log with readable text on standard error, or with JSON lines on standard output
/// (docs/spec/http-api.md §12.1). A line is written before the call returns.
std::unique_ptr<LogSink> makeConsoleLog(const config::LoggingConfig& config);

/// The same for a server: a thread of its own writes the lines, so nobody waits while a full pipe
/// or disk takes none. The oldest of the lines that wait are then lost, and the log says how many.
/// The end of the log waits two seconds at most for what is left. `copy` gets every line too; it
/// may be null and must outlive the log.
/// Errors: Internal (momentary; no thread).
Result<std::unique_ptr<AdjustableLog>> makeServerLog(const config::LoggingConfig& config,
                                                     LogSink* copy);

/// Makes the same log into a file, which is emptied first. Errors: Internal (the file cannot be
/// written).
Result<std::unique_ptr<LogSink>> makeFileLog(const config::LoggingConfig& config,
                                             const std::filesystem::path& file);

} // namespace faultline::app
