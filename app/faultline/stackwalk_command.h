// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Prints the stacks of crash files in minidump-stackwalk's forms.
ExitCode run(const StackwalkArguments& arguments);

} // namespace faultline::app
