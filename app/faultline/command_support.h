#pragma once

#include "app/faultline/exit_code.h"
#include "app/faultline/output_file.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace faultline::app {

/// What the commands over crash files share.

/// One line on standard error; what the texts have of a hostile file cannot drive a terminal.
void complain(const std::string& file, const Error& error);
void complain(const Error& error);

/// Ends the output; `outcome`, or Failed when it could not be written.
ExitCode finishOutput(OutputFile& output, ExitCode outcome);

} // namespace faultline::app
