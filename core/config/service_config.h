// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/config/hidden_values.h"
#include "core/config/serve_config.h"
#include "core/engine/engine_config.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace faultline::config {

enum class LogFormat : std::uint8_t { Auto, Pretty, Simplified, Json };

struct LoggingConfig
{
    LogLevel level = LogLevel::Info;
    LogFormat format = LogFormat::Auto;
};

/// A configuration file with Symbolicator's keys (docs/spec/http-api.md §11) and our own (§11.2
/// there).
struct ServiceConfig
{
    engine::EngineConfig engine;
    ServeConfig serve;
    LoggingConfig logging;
    std::vector<std::filesystem::path> assistantFolders; ///< Whose files assistants may open.
    HiddenValues hidden;                                 ///< What no message may show.
    std::vector<std::string> remarks; ///< On keys of the file that are unknown or have no effect.
};

} // namespace faultline::config
