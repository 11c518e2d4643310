#pragma once

#include "app/faultline/exit_code.h"
#include "app/faultline/output_file.h"
#include "core/base/result.h"
#include "core/sources/source_config.h"

#include <filesystem>
#include <string>

namespace faultline::app {

/// What the commands over crash files share.

/// One line on standard error.
void complain(const std::string& file, const Error& error);
void complain(const Error& error);

/// The source that `--symbols` names: a folder in any arrangement, LAYOUT:PATH or [LAYOUT:]URL.
SourceConfig symbolSource(const std::string& argument, std::size_t index);

/// The gravest outcome of several files; the enumerators rise with it, save that our own failure
/// goes before all.
ExitCode worse(ExitCode a, ExitCode b);

/// Ends the output; `outcome`, or Failed when it could not be written.
ExitCode finishOutput(OutputFile& output, ExitCode outcome);

} // namespace faultline::app
