// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/remote_file.h"

#include <string>
#include <vector>

namespace faultline::symbolicate {

/// Returns the places of debug files on a developer's machine, which need no configuration: the
/// folder of the crash file, unless one of the configured sources contains it, and the system's
/// debug files. An empty folder stands for none. Reads the disk.
std::vector<sources::SourcePtr> localSources(const std::string& crashFileFolder,
                                             const std::vector<sources::SourceConfig>& configured);

} // namespace faultline::symbolicate
