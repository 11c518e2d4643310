#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// `faultline stackwalk`: the stacks of crash files in the forms of minidump-stackwalk.
ExitCode stackwalk(const StackwalkArguments& arguments);

} // namespace faultline::app
