// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/command_line.h"
#include "app/faultline/exit_code.h"
#include "core/base/result.h"
#include "core/engine/engine_config.h"

#include <string>

namespace faultline::app {

/// Prints sizes by kind, or the entries of the named kinds.
ExitCode run(const CacheListArguments& arguments);
/// Prints the header and the expiry of each entry. Returns Unreadable when there is no such entry.
ExitCode run(const CacheShowArguments& arguments);
/// Cleans once, or repeatedly until SIGINT or SIGTERM.
ExitCode run(const CacheCleanupArguments& arguments);
/// Removes the entries that the arguments select. Returns Unreadable when the folder does not
/// exist.
ExitCode run(const CacheClearArguments& arguments);
/// Checks every entry. Returns Unreadable when it found damaged entries.
ExitCode run(const CacheVerifyArguments& arguments);
/// Imports the caches of another program. Returns Unreadable when the folder does not exist or an
/// entry's state cannot be read.
ExitCode run(const CacheImportArguments& arguments);

/// Returns the settings for a cache command. Fails when there is no cache folder. A configuration
/// file given on the command line must name its `cache_dir`, so that the user's own caches are
/// never cleaned by the rules of a server.
Result<engine::EngineConfig> cacheSettings(const CacheArguments& arguments);

/// Formats as "2026-11-21T20:40:05Z".
std::string timeText(std::chrono::system_clock::time_point time);

} // namespace faultline::app
