// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Answers a client of the Model Context Protocol over standard input and output, until the input
/// ends, or several over HTTP, until a signal ends it.
ExitCode run(const McpArguments& arguments);

} // namespace faultline::app
