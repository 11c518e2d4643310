// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/crash/minidump/linux_text.h"
#include "core/formats/crash/minidump/modules.h"
#include "core/model/diagnostic_log.h"

#include <span>

namespace faultline::minidump {

/// LLDB gives a module the size of its first segment, so the code lies outside. This function
/// extends such modules over the mappings of the same file that follow and hold code. A module that
/// LLDB wrote and that no mapping explains (the dump was written from afar) reaches up to the next
/// module, at most 64 MiB. Also removes the address from the name that LLDB gives the vDSO.
void completeModuleExtents(std::vector<ModuleRecord>& modules,
                           std::span<const LinuxMapping> mappings,
                           bool isWrittenByLldb,
                           DiagnosticLog& log);

} // namespace faultline::minidump
