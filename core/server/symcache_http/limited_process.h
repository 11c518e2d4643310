// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace faultline::server::symcache_http {

/// How to run a foreign program.
struct ProcessRequest
{
    std::vector<std::string> command; ///< Program and arguments, run without a shell.
    /// Added to the environment of this process.
    std::vector<std::pair<std::string, std::string>> environment;
    std::filesystem::path folder; ///< The program's working folder. Its size is limited.
    std::chrono::milliseconds timeout{0};
    std::uint64_t maxFolderBytes = 0;
};

/// Runs the program to its end, in its own process group and without input. Ends it when the time
/// is over, the folder grows too large, or `stop` fires. Whatever it has started ends with it, also
/// what has left its group or session. Returns the exit code.
/// Errors: Timeout, Unsupported (the folder grew too large), Cancelled, Internal (the program could
/// not be started or was killed). Each text contains the beginning of the program's output.
Result<int> runLimited(const ProcessRequest& request, std::string& printed, std::stop_token stop);

} // namespace faultline::server::symcache_http
