// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Replaces this process by the workbench program from the same folder. Returns only on failure.
ExitCode run(const OpenArguments& arguments);

} // namespace faultline::app
