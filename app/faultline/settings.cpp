#include "app/faultline/settings.h"

#include "core/base/file.h"
#include "core/config/config_loader.h"
#include "core/sources/cloud_environment.h"
#include "core/sources/source_parser.h"

#include <cstdlib>

namespace faultline::app {

namespace {

constexpr std::uint64_t kMaxConfigBytes = 16 << 20;

std::optional<std::string> environmentVariable(const std::string& name)
{
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// $VARIABLE/faultline, else ~/FALLBACK/faultline; absent without a home (XDG base directories).
std::optional<std::filesystem::path> userFolder(const char* variable, std::string_view fallback)
{
    if (const auto folder = environmentVariable(variable); folder && folder->starts_with('/'))
        return std::filesystem::path(*folder) / "faultline";
    if (const auto home = environmentVariable("HOME"); home && !home->empty())
        return std::filesystem::path(*home) / fallback / "faultline";
    return std::nullopt;
}

Result<ServiceConfig> loadFile(const std::filesystem::path& file, ServiceConfig defaults)
{
    FL_TRY(const auto bytes, readFile(file, kMaxConfigBytes));
    auto config = parseConfig(std::string(bytes.text()),
                              {.variable = environmentVariable, .readSources = parseSources},
                              std::move(defaults));
    if (!config)
        return fail(config.error().kind, file.string(), ": ", config.error().detail);
    return config;
}

} // namespace

Result<ServiceConfig> loadServerSettings(const std::optional<std::filesystem::path>& file)
{
    ServiceConfig defaults;
    defaults.engine.connectToReservedIps = false;
    defaults.engine.sourceAccess.cloud = readCloudEnvironment(environmentVariable);
    return file ? loadFile(*file, std::move(defaults)) : Result<ServiceConfig>(std::move(defaults));
}

Result<ServiceConfig> loadUserSettings(const std::optional<std::filesystem::path>& file)
{
    ServiceConfig defaults;
    defaults.engine.cacheDir = userFolder("XDG_CACHE_HOME", ".cache");
    defaults.engine.sourceAccess.cloud = readCloudEnvironment(environmentVariable);
    defaults.engine.cleanup.enabled = true;
    defaults.logging.level = LogLevel::Warning;
    defaults.engine.linkedSources.anyHost = false; // Not without being told to.
    if (file)
        return loadFile(*file, std::move(defaults));
    const auto folder = userFolder("XDG_CONFIG_HOME", ".config");
    std::error_code ignored;
    if (folder && std::filesystem::exists(*folder / "config.yml", ignored))
        return loadFile(*folder / "config.yml", std::move(defaults));
    return defaults;
}

} // namespace faultline::app
