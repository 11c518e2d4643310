// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/linux_text.h"
#include "core/formats/crash/minidump/modules.h"
#include "core/model/diagnostic_log.h"

#include <span>

namespace faultline::minidump {

/// Writers on Linux make one module of each run of mappings. An image with a gap between segments
/// (such as node's) becomes several modules. A copy of a part of an image, such as V8's copy of its
/// built-in code, becomes another one. All but the first would be resolved as if the file began
/// there. This function joins the parts of one image in the place of the first, and leaves out
/// copies. The maps distinguish parts from copies.
std::vector<ModuleRecord> joinSplitModules(std::vector<ModuleRecord> modules,
                                           std::span<const LinuxMapping> mappings,
                                           DiagnosticLog& log);

} // namespace faultline::minidump
