// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Writes man1/, bash/, zsh/ and fish/ into the folder.
ExitCode run(const DocumentationArguments& arguments);

} // namespace faultline::app
