#pragma once

#include "core/model/frame.h"
#include "core/model/module.h"
#include "core/model/report.h"

namespace faultline::insight {

/// Whether the path of the module's code file says that it belongs to the operating system or its
/// runtime.
bool isSystemModule(const EventModule& module);

/// Whether the frame is code of the user's program: as the event says, else by its module's path.
/// False for frames that lie in no module.
bool isInApp(const Report& report, const Frame& frame);

} // namespace faultline::insight
