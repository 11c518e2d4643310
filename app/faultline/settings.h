// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/debuginfod_environment.h"
#include "core/base/result.h"
#include "core/config/service_config.h"
#include "core/net/transport/transport_options.h"
#include "core/sources/symbol_path.h"

#include <filesystem>
#include <optional>

namespace faultline::app {

/// Reads the given configuration file over the server's defaults: no disk caches, and only
/// restricted addresses.
Result<config::ServiceConfig> loadServerSettings(const std::optional<std::filesystem::path>& file);

/// Returns the desktop's defaults: caches of at most 50 GiB in ~/.cache/faultline and Natvis files
/// in ~/.config/faultline/natvis (XDG), any address, and linked sources only from hosts that the
/// user allowed.
config::ServiceConfig userDefaults();

/// Is the folder, or the one in which it would be made, this user's? Root that works with a user's
/// HOME would leave files there that the user can neither use nor remove.
bool isOwnFolder(const std::filesystem::path& folder);

/// Reads the given file, or ~/.config/faultline/config.yml if that exists (XDG), over
/// userDefaults(). Errors: NotFound (a given file), Malformed.
Result<config::ServiceConfig> loadUserSettings(const std::optional<std::filesystem::path>& file);

/// The folder of the user's own data, ~/.local/share/faultline (XDG). Absent without a home folder.
std::optional<std::filesystem::path> userDataFolder();

/// The user's own library of crash reports, in that folder.
std::optional<std::filesystem::path> userLibraryFile();

/// Returns the folders that symbol paths leave open, from DBGHELP_HOMEDIR or the home folder.
sources::SymbolPathEnvironment symbolPathEnvironment();

/// Returns what this process's environment says to clients of debuginfod.
DebuginfodEnvironment debuginfodEnvironment();

/// Returns the proxies that the environment names.
net::TransportOptions transportFromEnvironment();

} // namespace faultline::app
