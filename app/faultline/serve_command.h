#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Serves until SIGTERM or SIGINT. Blocks these signals: call before any thread is made.
ExitCode serve(const ServeArguments& arguments);

} // namespace faultline::app
