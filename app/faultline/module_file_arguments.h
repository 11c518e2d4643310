// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/intake/named_program.h"
#include "core/model/event.h"
#include "core/symbolicate/options/options.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::app {

/// Parses the values of `--module`, each of the form "NAME=FILE". Errors: Unsupported (a value
/// without name or file).
Result<std::vector<symbolicate::ModuleFile>>
parseModuleFiles(const std::vector<std::string>& arguments);

/// Parses the value of `--program`: "FILE" or "FILE@0x…".
intake::ProgramFile parseProgram(std::string_view argument);

/// Gives a core's event the program that the user names, and its file to the options. Errors: those
/// of intake::withProgram().
Result<void> addProgram(const std::optional<intake::ProgramFile>& program,
                        const ParseLimits& limits,
                        EventPtr& event,
                        std::vector<symbolicate::ModuleFile>& files);

/// Warns on standard error of names that match no module of the event, since they are probably
/// misspelt.
void warnOfUnknownModules(const std::string& label,
                          const Event& event,
                          const std::vector<symbolicate::ModuleFile>& files);

} // namespace faultline::app
