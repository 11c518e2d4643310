// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/help/command_help.h"

namespace faultline::app {

/// Returns the whole program. Commands that `--help` does not list are left out.
CommandHelp programHelp();

} // namespace faultline::app
