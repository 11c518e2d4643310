// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parse_limits.h"
#include "core/base/result.h"
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace faultline::app {

/// Returns the crash files that a path on the command line means; "-" is standard input. Without
/// `part` that is the only one in the file; with a part it is the one with this name or file name;
/// "all" means every one. Errors: Unsupported (several files and no part; the text names them),
/// NotFound (no such part), and those of findCrashFilesAt().
Result<std::vector<intake::CrashFile>> chooseCrashFiles(const std::filesystem::path& path,
                                                        const std::optional<std::string>& part,
                                                        const ParseLimits& limits);

/// Reads the only crash file of a path, with what a request asks for. Errors: those of
/// chooseCrashFiles() and readInput().
Result<intake::Input> readCrashInput(const std::filesystem::path& path, const ParseLimits& limits);

/// Names a crash file in messages: "crashes.zip" or "crashes.zip: a.dmp".
std::string crashFileLabel(const std::filesystem::path& path, const intake::CrashFile& file);

} // namespace faultline::app
