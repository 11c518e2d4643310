// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/event.h"
#include "core/symbolicate/options/options.h"

#include <string>
#include <vector>

namespace faultline::app {

/// Parses the values of `--module`, each of the form "NAME=FILE". Errors: Unsupported (a value
/// without name or file).
Result<std::vector<symbolicate::ModuleFile>>
parseModuleFiles(const std::vector<std::string>& arguments);

/// Warns on standard error of names that match no module of the event, since they are probably
/// misspelt.
void warnOfUnknownModules(const std::string& label,
                          const Event& event,
                          const std::vector<symbolicate::ModuleFile>& files);

} // namespace faultline::app
