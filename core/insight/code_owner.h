// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame.h"
#include "core/model/module.h"
#include "core/model/report.h"

namespace faultline::insight {

/// Does the path of the module's code file show that it belongs to the operating system or its
/// runtime?
bool isSystemModule(const EventModule& module);

/// Is the frame code of the user's program? The event decides, otherwise the path of its module.
/// False for frames in no module, except those of a text that names their source.
bool isInApp(const Report& report, const Frame& frame);

/// Does the code belong to the system or to a library for certain? Texts often do not say whose a
/// frame is.
bool isOthersCode(const Report& report, const Frame& frame);

/// Is the row's code the program's own? False for functions of the standard library, which
/// compilers also put into the program's modules.
bool isOwnCode(const Report& report, const Frame& frame);

/// Is it a function of the standard library or of a compiler's header, wherever its code is?
bool isLibraryCode(const Report& report, const Frame& frame);

} // namespace faultline::insight
