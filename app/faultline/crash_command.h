// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Does not return.
ExitCode run(const CrashArguments& arguments);

} // namespace faultline::app
