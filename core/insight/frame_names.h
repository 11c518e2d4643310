// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/report.h"

#include <string>

namespace faultline::insight {

/// Is this a place of a language that has no addresses, such as a file that could not be parsed or
/// "[C]" of Lua? Frames at the address 0 have neither a file nor a name of a module.
bool isWithoutAddress(const Frame& frame);

/// The frame's function, otherwise its symbol, otherwise its address with "0x" and all digits;
/// empty when it has none of them.
std::string frameFunction(const Report& report, const Frame& frame);

/// The frame's function, otherwise its symbol, otherwise the name in the crash report; empty when
/// nothing names it.
std::string knownFunction(const Report& report, const Frame& frame);

/// Does something that belongs to the crash name the frame: its symbols, or the text that lists
/// it? Frames of scripts and of the JVM always have a name, but it may be one that hides another;
/// they count once they are restored. Names of another build are none.
bool hasTrueName(const Report& report, const Frame& frame);

/// "libscene.so+0x412e6"; empty when the frame lies in no module.
std::string frameModuleOffset(const Report& report, const Frame& frame);

/// Base name of the code file, otherwise of the debug file; empty when the module has neither.
std::string moduleName(const EventModule& module);

/// "scene::Node::bounds()" for the frame that the crash is named after (blamedFrame()), otherwise
/// "libscene.so+0x412e6"; empty while no frame is known.
std::string crashedFunction(const Report& report);

} // namespace faultline::insight
