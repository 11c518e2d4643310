// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/exit_code.h"
#include "app/faultline/output_file.h"
#include "core/base/result.h"
#include "core/config/service_config.h"

#include <filesystem>
#include <optional>
#include <string>

namespace faultline::app {

/// Functions that several commands share.

/// Prints one line on standard error. Control characters are escaped, because the text may quote a
/// hostile file.
void complain(const std::string& file, const Error& error);
void complain(const Error& error);

/// Prints what the configuration's author should know, one line each, on standard error.
void showRemarks(const config::ServiceConfig& config);

/// Reads a token or a key from a file, or from an environment variable: arguments of a command are
/// visible to every user of the machine. Empty when neither is given. Errors: those of reading, and
/// Malformed for an empty file.
Result<std::string> readSecret(const std::optional<std::filesystem::path>& file,
                               const char* variable);

/// Ends the output. Returns `outcome`, or Failed when the output could not be written.
ExitCode finishOutput(OutputFile& output, ExitCode outcome);

} // namespace faultline::app
