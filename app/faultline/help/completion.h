// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/help/command_help.h"

#include <string>

namespace faultline::app {

/// Functions that complete commands, options and the values that options are chosen from; anything
/// else completes as a file name. Each is the whole content of the file that its shell loads.
std::string bashCompletion(const CommandHelp& program);
std::string zshCompletion(const CommandHelp& program);
std::string fishCompletion(const CommandHelp& program);

} // namespace faultline::app
