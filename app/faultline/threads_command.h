// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Lists the threads of each file, with symbols where they are found.
ExitCode run(const ThreadsArguments& arguments);

} // namespace faultline::app
