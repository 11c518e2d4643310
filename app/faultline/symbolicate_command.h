// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Symbolicates each file and prints the reports in the order of the files. A JSON report is one
/// line.
ExitCode run(const SymbolicateArguments& arguments);

} // namespace faultline::app
