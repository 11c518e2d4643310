#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Symbolicates each file and prints the reports one after the other. JSON takes one line for each
/// report.
ExitCode run(const SymbolicateArguments& arguments);

} // namespace faultline::app
