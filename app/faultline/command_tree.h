// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"

namespace CLI {

class App;

} // namespace CLI

namespace faultline::app {

/// Thrown while parsing when the user asks for help in Markdown, as CLI11 reports its own help.
struct MarkdownHelp
{
};

/// Adds all commands with their options. The one that is parsed fills `result`, which must outlive
/// `app`.
void addCommands(CLI::App& app, CommandLine& result);

} // namespace faultline::app
