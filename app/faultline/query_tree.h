// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"

namespace CLI {

class App;

} // namespace CLI

namespace faultline::app {

/// Adds the commands that ask questions about a crash: `inspect`, `query`, `mcp`.
void addQueries(CLI::App& app, CommandLine& result);

} // namespace faultline::app
