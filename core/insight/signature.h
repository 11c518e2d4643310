#pragma once

#include "core/model/report.h"

#include <string>

namespace faultline::insight {

/// The frame's function, else its symbol, else its address with "0x" and all digits.
std::string frameFunction(const Report& report, const Frame& frame);

/// "libscene.so+0x412e6"; empty when the frame lies in no module.
std::string frameModuleOffset(const Report& report, const Frame& frame);

/// Base name of the code file, else of the debug file; empty when the module has neither.
std::string moduleName(const EventModule& module);

/// "scene::Node::bounds()" of the innermost frame, else "libscene.so+0x412e6"; empty while no frame
/// is known.
std::string crashedFunction(const Report& report);

/// The text that equal crashes share: the crashed function without its arguments, else
/// "libscene.so@0x412e6"; empty while no frame is known.
std::string crashSignature(const Report& report);

} // namespace faultline::insight
