// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/selfdump/process_capture.h"

namespace faultline::selfdump {

struct LoadedModule
{
    std::uint64_t address = 0;
    std::uint64_t sizeBytes = 0;
    std::string path;
    std::string buildId; ///< Its bytes. A file without a build id has an empty one.
};

/// Returns the ELF files that the process has mapped from their start, the program first. The
/// kernel's vDSO is one of them, as linux-gate.so.
std::vector<LoadedModule> loadedModules(const ProcessCapture& process);

} // namespace faultline::selfdump
