// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/serve_setup.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/random_id.h"
#include "core/selfdump/secret_values.h"
#include "core/sources/source_parser.h"

#include <csignal>
#include <filesystem>
#include <string_view>
#include <unistd.h>

namespace faultline::app {

namespace {

bool isLoopback(std::string_view address)
{
    return address.starts_with("127.") || address == "::1";
}

/// Can nobody but users of this machine connect?
bool isPrivate(const config::ServeConfig& config)
{
    return isLoopback(config.bind.address) &&
           (!config.https || isLoopback(config.https->bind.address));
}

requests::RequestPolicy requestPolicy(const config::ServeConfig& config)
{
    requests::RequestPolicy policy{
        .readSources = sources::parseSources,
        .filesystemRoots = config.requestFilesystemRoots,
        .limits = {.maxSources = config.maxRequestSources,
                   .maxPathPatterns = config.maxRequestPathPatterns,
                   .maxPathPatternBytes = config.maxRequestPathPatternBytes,
                   .maxFrames = config.maxRequestFrames,
                   .maxLookups = config.maxRequestLookups},
        .allowsMachineIdentity = config.requestMachineIdentity,
    };
    if (!policy.filesystemRoots && !isPrivate(config))
        policy.filesystemRoots.emplace();
    return policy;
}

/// Enough to see whether two servers have the same file; empty when it cannot be read.
std::string fileHash(const std::optional<std::filesystem::path>& file)
{
    constexpr std::size_t kShownDigits = 12;
    constexpr std::uint64_t kMostBytes = 16 << 20;
    if (!file)
        return {};
    const auto bytes = readFile(*file, kMostBytes);
    return bytes ? sha256Hex(bytes->span()).substr(0, kShownDigits) : std::string();
}

/// The server's main thread waits for this signal (ServeLoop).
void askForReload()
{
    ::kill(::getpid(), SIGHUP);
}

server::ServiceStatusOptions statusOptions(const config::ServiceConfig& service,
                                           const ServeOrigin& origin)
{
    const auto& config = service.engine;
    server::ServiceStatusOptions options;
    options.version = FAULTLINE_VERSION;
    const auto& address = service.serve.bind.address;
    options.address = address.contains(':') ? concat("[", address, "]") : address;
    options.configuration = origin.file;
    options.configurationHash = fileHash(origin.file);
    options.isControllable = isPrivate(service.serve) || service.serve.bearerTokens.has_value();
    options.reload = askForReload;
    options.log = origin.log;
    options.started = origin.started;
    options.cacheFolder = config.cacheDir;
    options.cleanup.lifetimes = config.lifetimes;
    options.cleanup.quotaBytes = config.cleanup.quotaBytes;
    options.cleanup.minFreeBytes = config.cleanup.minFreeBytes;
    options.sources = config.sources;
    return options;
}

config::ServiceConfig completed(config::ServiceConfig config, MetricSink* metrics)
{
    config.engine.metrics = metrics;
    addUploadedSymbols(config);
    config.engine.repeatsLookups = true;
    return config;
}

} // namespace

Result<std::shared_ptr<ServeSetup>> ServeSetup::create(config::ServiceConfig config,
                                                       const ServeOrigin& origin,
                                                       MetricSink* metrics,
                                                       LogSink& log,
                                                       const ServeSetup* earlier)
{
    std::shared_ptr<ServeSetup> setup(
        new ServeSetup(completed(std::move(config), metrics), origin, metrics, log,
                       earlier == nullptr ? randomToken() : earlier->m_profilerToken));
    FL_CHECK(setup->m_engine.ensureThreads());
    FL_TRY(setup->m_protocols,
           ServeProtocols::create(setup->m_engine, setup->m_config, setup->m_profilerToken, log,
                                  earlier == nullptr ? nullptr : earlier->m_protocols.get()));
    return setup;
}

ServeSetup::ServeSetup(config::ServiceConfig config,
                       const ServeOrigin& origin,
                       MetricSink* metrics,
                       LogSink& log,
                       std::string profilerToken)
    : m_config(std::move(config)), m_profilerToken(std::move(profilerToken)), m_metrics(metrics),
      m_engine(m_config.engine, log, [](const engine::Notice&) {}), m_service(m_engine, m_config),
      m_attachments(m_engine.services().downloader,
                    std::filesystem::temp_directory_path(),
                    m_config.engine.filterTrustedClients),
      m_proxy(m_engine.services(), m_config.engine.sources),
      m_status(m_engine.services(), statusOptions(m_config, origin))
{
    selfdump::keepSecret(m_profilerToken);
}

std::string ServeSetup::profilerToken() const
{
    const auto& mozilla = m_config.serve.protocols.mozilla;
    return mozilla.enabled && mozilla.profiler ? m_profilerToken : std::string();
}

server::ServerSetupOptions ServeSetup::options()
{
    const auto& serve = m_config.serve;
    server::ServerSetupOptions options;
    options.access = {.bearerTokens = serve.bearerTokens, .knownHosts = serve.allowedHosts};
    options.requestLog = {.idHeader = serve.requestIdHeader,
                          .slowTime = serve.slowRequestTime,
                          .logsEvery = m_config.logging.level <= LogLevel::Debug,
                          .secretStep = profilerToken()};
    options.policy = requestPolicy(serve);
    options.spoolFolder = std::filesystem::temp_directory_path();
    options.symbolicateBodyMaxBytes = serve.symbolicateBodyMaxBytes;
    options.crashFileBodyMaxBytes = serve.crashFileBodyMaxBytes;
    options.maxConcurrentJobs = serve.maxConcurrentRequests;
    options.attachments = &m_attachments;
    options.proxy = serve.symstoreProxy ? &m_proxy : nullptr;
    options.status = serve.statusPage ? &m_status : nullptr;
    options.metrics = m_metrics;
    return options;
}

server::ServerParts ServeSetup::partsOf(const std::shared_ptr<ServeSetup>& setup)
{
    return {.service = setup->m_service,
            .protocols = setup->m_protocols->routeMakers(),
            .owner = setup};
}

void ServeSetup::retire()
{
    m_protocols->retire();
}

} // namespace faultline::app
