// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"
#include "app/faultline/output_file.h"

#include <string>

namespace faultline::app {

/// Lets the server at `url` symbolicate the files, and prints what it answers. Symbolicator's form
/// comes from Symbolicator's API as it is; all others are made here from the server's report.
ExitCode symbolicateRemotely(const SymbolicateArguments& arguments,
                             const std::string& url,
                             OutputFile& output);

} // namespace faultline::app
