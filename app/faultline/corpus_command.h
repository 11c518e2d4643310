// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Writes a line for every crash of the paths (docs/corpus.md). Unreadable when a file is no crash
/// file or cannot be read, which is a line, too.
ExitCode run(const CorpusArguments& arguments);

} // namespace faultline::app
