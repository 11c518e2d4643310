// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event.h"
#include "core/symbolicate/options/options.h"

#include <span>

namespace faultline::symbolicate {

/// Does the user's name fit the module: the file name or path of its code or debug file, or its
/// address ("0x…")?
bool isCalled(const EventModule& module, std::string_view name);

/// The files for an event's modules. If several modules have a name, each gets the file.
std::vector<LocatedFile> locateModuleFiles(std::span<const EventModule> modules,
                                           std::span<const ModuleFile> files);

} // namespace faultline::symbolicate
