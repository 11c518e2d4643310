// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Evaluates an expression over a crash file and prints its value.
ExitCode run(const QueryArguments& arguments);

} // namespace faultline::app
