#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"
#include "core/base/result.h"
#include "core/engine/engine_config.h"

#include <string>

namespace faultline::app {

/// Sizes by kind, or the entries of some kinds.
ExitCode cacheList(const CacheListArguments& arguments);
/// Everything an entry's head says, and when it expires. Unreadable: no such entry.
ExitCode cacheShow(const CacheShowArguments& arguments);
/// One pass, or one every interval until SIGINT or SIGTERM.
ExitCode cacheCleanup(const CacheCleanupArguments& arguments);
/// Unreadable: damaged entries were found.
ExitCode cacheVerify(const CacheVerifyArguments& arguments);
/// Unreadable: no such folder, or entries whose state cannot be read.
ExitCode cacheImport(const CacheImportArguments& arguments);

/// The settings that a cache command works with; complains when there is no cache folder. A given
/// configuration file must name its `cache_dir`: cleaning the user's own caches by the rules of a
/// server would be a surprise.
Result<engine::EngineConfig> cacheSettings(const CacheArguments& arguments);

/// "2026-11-21T20:40:05Z".
std::string timeText(std::chrono::system_clock::time_point time);

} // namespace faultline::app
