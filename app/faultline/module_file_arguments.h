#pragma once

#include "core/base/result.h"
#include "core/model/event.h"
#include "core/symbolicate/options/options.h"

#include <string>
#include <vector>

namespace faultline::app {

/// Reads the values of `--module`, "NAME=FILE", each. Errors: Unsupported (one without name or
/// file).
Result<std::vector<symbolicate::ModuleFile>>
parseModuleFiles(const std::vector<std::string>& arguments);

/// Says on standard error which of them name no module of the event: most likely they are misspelt.
void warnOfUnknownModules(const std::string& label,
                          const Event& event,
                          const std::vector<symbolicate::ModuleFile>& files);

} // namespace faultline::app
