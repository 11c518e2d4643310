// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Asks a server whether it lives, for containers without another program. Prints OK, or ERROR and
/// returns Failed.
ExitCode run(const HealthcheckArguments& arguments);

} // namespace faultline::app
