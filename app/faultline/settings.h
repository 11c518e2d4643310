#pragma once

#include "core/base/result.h"
#include "core/config/service_config.h"
#include "core/net/transport/transport_options.h"
#include "core/sources/symbol_path.h"

#include <filesystem>
#include <optional>

namespace faultline::app {

/// The given configuration file over the server's defaults: no disk caches, restricted addresses.
Result<config::ServiceConfig> loadServerSettings(const std::optional<std::filesystem::path>& file);

/// The desktop's defaults: caches in ~/.cache/faultline (XDG), any address, linked sources only
/// from hosts that are allowed.
config::ServiceConfig userDefaults();

/// The given file, else ~/.config/faultline/config.yml where it exists (XDG), over
/// userDefaults(). Errors: NotFound (a given file), Malformed.
Result<config::ServiceConfig> loadUserSettings(const std::optional<std::filesystem::path>& file);

/// Where symbol paths find what they leave open, from DBGHELP_HOMEDIR or the home folder.
sources::SymbolPathEnvironment symbolPathEnvironment();

/// Proxies as the environment names them.
net::TransportOptions transportFromEnvironment();

} // namespace faultline::app
