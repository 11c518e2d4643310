#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Becomes the workbench program that lies beside this one; returns only when that fails.
ExitCode openWorkbench(const OpenArguments& arguments);

} // namespace faultline::app
