// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Serves until SIGTERM or SIGINT. Blocks both signals, so call it before creating any thread.
ExitCode run(const ServeArguments& arguments);

} // namespace faultline::app
