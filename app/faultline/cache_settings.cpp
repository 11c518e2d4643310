// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/cache_command.h"
#include "app/faultline/command_support.h"
#include "app/faultline/settings.h"

#include <array>
#include <ctime>

namespace faultline::app {

Result<engine::EngineConfig> cacheSettings(const CacheArguments& arguments)
{
    auto config =
        arguments.config ? loadServerSettings(arguments.config) : loadUserSettings(std::nullopt);
    if (config)
        showRemarks(*config);
    auto settings = config ? Result<engine::EngineConfig>(std::move(config->engine))
                           : Result<engine::EngineConfig>(std::unexpected(config.error()));
    if (settings && !settings->cacheDir)
        settings = fail(ErrorKind::NotFound, "no caching configured: cache_dir is not set");
    if (!settings)
        complain(settings.error());
    return settings;
}

std::string timeText(std::chrono::system_clock::time_point time)
{
    const auto seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts = {};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text.data(), length};
}

} // namespace faultline::app
