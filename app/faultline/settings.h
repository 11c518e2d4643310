#pragma once

#include "core/base/result.h"
#include "core/config/service_config.h"
#include "core/net/transport/transport_options.h"
#include "core/sources/symbol_path.h"

#include <filesystem>
#include <optional>

namespace faultline::app {

/// The given configuration file over the server's defaults: no disk caches, restricted addresses.
Result<ServiceConfig> loadServerSettings(const std::optional<std::filesystem::path>& file);

/// The desktop's defaults: caches in ~/.cache/faultline (XDG), any address, linked sources only from
/// hosts that are allowed.
ServiceConfig userDefaults();

/// The given file, else ~/.config/faultline/config.yml where it exists (XDG), over
/// userDefaults(). Errors: NotFound (a given file), Malformed.
Result<ServiceConfig> loadUserSettings(const std::optional<std::filesystem::path>& file);

/// Where symbol paths find what they leave open, from DBGHELP_HOMEDIR or the home folder.
SymbolPathEnvironment symbolPathEnvironment();

/// Proxies as the environment names them.
TransportOptions transportFromEnvironment();

} // namespace faultline::app
