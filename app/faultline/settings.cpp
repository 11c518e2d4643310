// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/settings.h"

#include "app/faultline/debuginfod_environment.h"
#include "app/faultline/known_secrets.h"
#include "app/faultline/symbol_sources.h"
#include "core/base/file.h"
#include "core/base/folder.h"
#include "core/config/config_loader.h"
#include "core/net/transport/proxy_settings.h"
#include "core/selfdump/secret_values.h"
#include "core/selfdump/secret_variables.h"
#include "core/sources/cloud_environment.h"
#include "core/sources/source_argument.h"
#include "core/sources/source_parser.h"
#include "core/sources/url.h"

#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <unistd.h>

namespace faultline::app {

namespace {

constexpr std::uint64_t kMaxConfigBytes = 16 << 20;

/// A large file on a slow line takes long. A transfer that has stopped is ended earlier by the
/// stall limit.
constexpr std::chrono::hours kDesktopDownloadLimit(2);

/// Nobody looks after the cache folder of a desktop.
constexpr std::uint64_t kDesktopQuota = 50ull << 30;

std::optional<std::string> environmentVariable(const std::string& name)
{
    return selfdump::readVariable(name);
}

/// Libraries and programs that are started read these, and they are no secrets: a configuration may
/// have `cache_dir: ${CACHE_DIRECTORY}`. Names: environ(7), XDG Base Directory Specification,
/// systemd.exec(5).
bool isOfTheSystem(std::string_view name)
{
    constexpr std::array<std::string_view, 16> kNames{
        "HOME",    "PATH",     "USER",          "LOGNAME",      "SHELL", "PWD",
        "LANG",    "TZ",       "TMPDIR",        "TEMP",         "TMP",   "TERM",
        "DISPLAY", "HOSTNAME", "INVOCATION_ID", "NOTIFY_SOCKET"};
    return std::ranges::find(kNames, name) != kNames.end() || name.starts_with("XDG_") ||
           name.starts_with("LC_") || name.ends_with("_DIRECTORY");
}

/// Defaults that an image brings (core/config/serve_config.h).
bool isOfTheImage(std::string_view name)
{
    return name == "FAULTLINE_DRAIN_DELAY" || name == "FAULTLINE_SHUTDOWN_GRACE";
}

/// The value of `${NAME}`.
std::optional<std::string> configVariable(const std::string& name)
{
    return isOfTheSystem(name) || isOfTheImage(name) ? environmentVariable(name)
                                                     : selfdump::takeVariable(name);
}

/// A server's proxies and token are nobody else's business. On a desktop, programs that the window
/// starts need the proxies.
std::optional<std::string> serverVariable(const std::string& name)
{
    const auto value = environmentVariable(name);
    const bool isSecret = name == "AWS_CONTAINER_AUTHORIZATION_TOKEN" ||
                          (value && !sources::credentialsIn(*value).empty());
    return isSecret ? selfdump::takeVariable(name) : value;
}

/// No dump of a crash of ours has them.
void keepSecretsOf(const config::ServiceConfig& config)
{
    for (const auto& secret : knownSecrets(config))
        selfdump::keepSecret(secret);
}

/// Returns $VARIABLE/faultline, or ~/FALLBACK/faultline without the variable. Absent when there is
/// no home folder (XDG base directories). A relative path counts as none: it would be another
/// folder wherever the program is started.
std::optional<std::filesystem::path> userFolder(const char* variable, std::string_view fallback)
{
    if (const auto folder = environmentVariable(variable); folder && folder->starts_with('/'))
        return std::filesystem::path(*folder) / "faultline";
    if (const auto home = environmentVariable("HOME"); home && home->starts_with('/'))
        return std::filesystem::path(*home) / fallback / "faultline";
    return std::nullopt;
}

Result<std::vector<sources::SourceConfig>> importFromEnvironment(const std::string& name)
{
    const auto debuginfod = debuginfodEnvironment();
    const auto variable = [&](const std::string& key) {
        return key == "DEBUGINFOD_URLS" ? debuginfod.urls() : environmentVariable(key);
    };
    FL_TRY(auto sources, sources::importSources(name, variable, symbolPathEnvironment()));
    FL_CHECK(debuginfod.addHeaders(sources));
    return sources;
}

Result<config::ServiceConfig> loadFile(const std::filesystem::path& file,
                                       config::ServiceConfig defaults)
{
    FL_TRY(const auto bytes, readFile(file, kMaxConfigBytes));
    const config::ConfigEnvironment environment{.variable = configVariable,
                                                .readSources = sources::parseOwnSources,
                                                .importSources = importFromEnvironment};
    const std::string text(bytes.text());
    auto config = config::parseConfig(text, environment, defaults);
    if (config && asksDebuginfod(config->engine.sources)) {
        // What the file says goes before the environment.
        debuginfodEnvironment().applyLimits(defaults.engine);
        config = config::parseConfig(text, environment, std::move(defaults));
    }
    if (!config)
        return fail(config.error().kind, file.string(), ": ", config.error().detail);
    makePathsAbsolute(config->engine.sources);
    return config;
}

Result<config::ServiceConfig> loadUserFile(const std::optional<std::filesystem::path>& file)
{
    auto defaults = userDefaults();
    if (file)
        return loadFile(*file, std::move(defaults));
    const auto folder = userFolder("XDG_CONFIG_HOME", ".config");
    std::error_code ignored;
    if (folder && std::filesystem::exists(*folder / "config.yml", ignored))
        return loadFile(*folder / "config.yml", std::move(defaults));
    return defaults;
}

} // namespace

DebuginfodEnvironment debuginfodEnvironment()
{
    return DebuginfodEnvironment(environmentVariable);
}

sources::SymbolPathEnvironment symbolPathEnvironment()
{
    sources::SymbolPathEnvironment environment;
    environment.exists = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::exists(path, ignored);
    };
    auto home = environmentVariable("DBGHELP_HOMEDIR");
    if (!home || home->empty())
        home = environmentVariable("HOME");
    if (home && home->starts_with('/'))
        environment.defaultStore = (std::filesystem::path(*home) / "sym").string();
    return environment;
}

net::TransportOptions transportFromEnvironment()
{
    return {.proxies = net::proxySettingsFrom(environmentVariable), .tls = {}};
}

Result<config::ServiceConfig> loadServerSettings(const std::optional<std::filesystem::path>& file)
{
    config::ServiceConfig defaults;
    defaults.engine.connectToReservedIps = false;
    defaults.engine.transport = {.proxies = net::proxySettingsFrom(serverVariable), .tls = {}};
    defaults.engine.sourceAccess.cloud = sources::readCloudEnvironment(serverVariable);
    auto config = file ? loadFile(*file, std::move(defaults))
                       : Result<config::ServiceConfig>(std::move(defaults));
    if (config)
        keepSecretsOf(*config);
    return config;
}

bool isOwnFolder(const std::filesystem::path& folder)
{
    struct stat info = {};
    for (auto at = folder; !at.empty(); at = at.parent_path()) {
        if (::stat(at.c_str(), &info) == 0)
            return isTrustedOwner(info.st_uid, ::geteuid());
        if (at == at.parent_path())
            break;
    }
    return false;
}

config::ServiceConfig userDefaults()
{
    config::ServiceConfig defaults;
    if (const auto folder = userFolder("XDG_CACHE_HOME", ".cache"); folder && isOwnFolder(*folder))
        defaults.engine.cacheDir = folder;
    if (const auto folder = userFolder("XDG_CONFIG_HOME", ".config"))
        defaults.engine.summaryFolder = *folder / "natvis";
    defaults.engine.transport = transportFromEnvironment();
    defaults.engine.maxDownloadTimeout = kDesktopDownloadLimit;
    defaults.engine.sourceAccess.cloud = sources::readCloudEnvironment(environmentVariable);
    defaults.engine.cleanup.enabled = true;
    defaults.engine.cleanup.quotaBytes = kDesktopQuota;
    defaults.logging.level = LogLevel::Warning;
    // Hosts in debug files may be asked only after the user allowed them.
    defaults.engine.linkedSources.anyHost = false;
    return defaults;
}

std::optional<std::filesystem::path> userDataFolder()
{
    return userFolder("XDG_DATA_HOME", ".local/share");
}

std::optional<std::filesystem::path> userLibraryFile()
{
    auto folder = userDataFolder();
    return folder ? std::optional(*folder / "reports.fldb") : std::nullopt;
}

Result<config::ServiceConfig> loadUserSettings(const std::optional<std::filesystem::path>& file)
{
    FL_TRY(auto config, loadUserFile(file));
    const auto folder = userFolder("XDG_CACHE_HOME", ".cache");
    if (folder && !config.engine.cacheDir && !isOwnFolder(*folder))
        config.remarks.push_back(concat("nothing is cached, because ", folder->string(),
                                        " is in a folder of another user; cache_dir names one"));
    keepSecretsOf(config);
    return config;
}

} // namespace faultline::app
