// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/help/command_help.h"

#include <string>
#include <string_view>

namespace faultline::app {

/// Returns the manual page of a command and of the commands below it, in man(7)'s macros. `program`
/// is the page of the whole program; the two may be the same, then commands are listed only.
std::string
manualPage(const CommandHelp& program, const CommandHelp& command, std::string_view version);

} // namespace faultline::app
