#pragma once

#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace faultline::server::symcache_http {

/// How a foreign program is run.
struct ProcessRequest
{
    std::vector<std::string> command; ///< Program and arguments; no shell sees them.
    std::vector<std::pair<std::string, std::string>> environment; ///< On top of this process's.
    std::filesystem::path folder; ///< Its working folder; what it writes there is counted.
    std::chrono::milliseconds timeout{0};
    std::uint64_t maxFolderBytes = 0;
};

/// Runs it to its end in a process group of its own, without input, and ends the whole group when
/// time is up, the folder grows too large, or `stop` fires. Returns the exit code. Errors: Timeout,
/// Unsupported (the folder grew too large), Cancelled, Internal (it could not be started or was
/// killed). The first characters of what it printed are part of each text.
Result<int> runLimited(const ProcessRequest& request, std::string& printed, std::stop_token stop);

} // namespace faultline::server::symcache_http
