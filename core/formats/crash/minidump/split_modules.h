#pragma once

#include "core/formats/crash/minidump/linux_text.h"
#include "core/formats/crash/minidump/modules.h"
#include "core/model/diagnostic_log.h"

#include <span>

namespace faultline::minidump {

/// Writers on Linux make a module of each run of mappings. An image with a gap between segments
/// (node's) becomes several modules, and a copy of a part of it, as V8 makes of its built-in code,
/// one more: all but the first would be resolved as if the file began there. Joins the parts of one
/// image, in the place of the first listed, and leaves out copies; the maps tell which is which.
std::vector<ModuleRecord> joinSplitModules(std::vector<ModuleRecord> modules,
                                           std::span<const LinuxMapping> mappings,
                                           DiagnosticLog& log);

} // namespace faultline::minidump
