// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Prints the well-known symbol servers and what a request tells each of them. With names, prints
/// these servers as elements of a configuration file's `sources:`.
ExitCode run(const ConfigPresetsArguments& arguments);

} // namespace faultline::app
