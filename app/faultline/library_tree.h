// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"

namespace CLI {

class App;

} // namespace CLI

namespace faultline::app {

/// Adds `library` with its commands, like addCommands().
void addLibrary(CLI::App& app, CommandLine& result);

/// Adds `diff`.
void addDiff(CLI::App& app, CommandLine& result);

} // namespace faultline::app
