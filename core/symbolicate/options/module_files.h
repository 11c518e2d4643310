#pragma once

#include "core/model/event.h"
#include "core/symbolicate/options/options.h"

#include <span>

namespace faultline::symbolicate {

/// Whether people call the module so: the file name or the path of its code file or debug file, or
/// its address ("0x…").
bool isCalled(const EventModule& module, std::string_view name);

/// The files for an event's modules; of a name that several modules have, each gets the file.
std::vector<LocatedFile> locateModuleFiles(std::span<const EventModule> modules,
                                           std::span<const ModuleFile> files);

} // namespace faultline::symbolicate
