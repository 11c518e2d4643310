// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"

namespace CLI {

class App;

} // namespace CLI

namespace faultline::app {

/// Adds `symbols` with its commands, like addCommands().
void addSymbols(CLI::App& app, CommandLine& result);

} // namespace faultline::app
