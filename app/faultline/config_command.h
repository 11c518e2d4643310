#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"

namespace faultline::app {

/// Prints the well-known symbol servers: what each is, and what asking it gives away; or the named
/// ones as elements of a configuration file's `sources:`.
ExitCode configPresets(const ConfigPresetsArguments& arguments);

} // namespace faultline::app
