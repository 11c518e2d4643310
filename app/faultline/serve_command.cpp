#include "app/faultline/serve_command.h"

#include "app/faultline/console_log.h"
#include "app/faultline/serve_metrics.h"
#include "app/faultline/serve_protocols.h"
#include "app/faultline/service_manager.h"
#include "app/faultline/settings.h"
#include "app/faultline/stop_signals.h"
#include "core/base/descriptor_limit.h"
#include "core/base/log.h"
#include "core/engine/crash_files.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/model/jvm_event.h"
#include "core/model/report.h"
#include "core/server/server.h"
#include "core/server/status/service_status.h"
#include "core/server/symbolicator/http_attachments.h"
#include "core/server/symbolicator/source_proxy.h"
#include "core/sources/source_parser.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace faultline::app {

namespace {

/// Shells report a process that a signal ended as 128 plus the signal's number.
constexpr int kSignalledExitBase = 128;

class EngineService final : public server::SymbolicationService
{
public:
    EngineService(engine::Engine& engine, const config::ServiceConfig& config)
        : m_engine(engine), m_limits(config.engine.limits)
    {
        m_limits.maxUnpackedEventBytes = config.serve.crashFileUnpackedMaxBytes;
    }

    Result<EventPtr> readEvent(ByteView bytes) override
    {
        return engine::Engine::readEvent(std::move(bytes), m_limits);
    }

    bool holdsCrashFile(const ByteView& body) const override
    {
        if (m_limits.maxUnpackedEventBytes == 0)
            return false;
        const auto files = engine::findCrashFiles(body, m_limits);
        // A file without a name is the whole body of the request.
        return files && !files->empty() && !files->front().name.empty();
    }

    Result<ReportPtr> run(EventPtr event,
                          const symbolicate::SymbolicateOptions& options,
                          std::stop_token stop) override
    {
        return m_engine.run(std::move(event), options, std::move(stop));
    }

    Result<js::ScriptReport> runScripts(const ScriptEvent& event,
                                        const js::ScriptOptions& options,
                                        std::stop_token stop) override
    {
        return m_engine.runScripts(event, options, stop);
    }

    Result<JvmReport>
    runJvm(const JvmEvent& event, const jvm::JvmOptions& options, std::stop_token stop) override
    {
        return m_engine.runJvm(event, options, stop);
    }

private:
    engine::Engine& m_engine;
    ParseLimits m_limits;
};

bool isLoopback(std::string_view address)
{
    return address.starts_with("127.") || address == "::1";
}

server::RequestPolicy requestPolicy(const config::ServeConfig& config)
{
    server::RequestPolicy policy{
        .readSources = sources::parseSources,
        .filesystemRoots = config.requestFilesystemRoots,
        .limits = {.maxSources = config.maxRequestSources,
                   .maxPathPatterns = config.maxRequestPathPatterns,
                   .maxPathPatternBytes = config.maxRequestPathPatternBytes,
                   .maxFrames = config.maxRequestFrames,
                   .maxLookups = config.maxRequestLookups},
    };
    const bool isPrivate = isLoopback(config.bind.address) &&
                           (!config.https || isLoopback(config.https->bind.address));
    if (!policy.filesystemRoots && !isPrivate)
        policy.filesystemRoots.emplace();
    return policy;
}

server::ServerOptions serverOptions(const config::ServiceConfig& config)
{
    server::ServerOptions options;
    options.http.address = config.serve.bind.address;
    options.http.port = config.serve.bind.port;
    // Transfers and caches need the other descriptors. A large body needs one while it is read.
    const std::size_t share = config.serve.https ? 6 : 3;
    options.http.maxConnections = std::min(options.http.maxConnections, descriptorLimit() / share);
    if (const auto& https = config.serve.https) {
        options.https = options.http;
        options.https->address = https->bind.address;
        options.https->port = https->bind.port;
        options.https->tls = server::TlsFiles{.certificate = https->certificate, .key = https->key};
    }
    options.access = {.bearerTokens = config.serve.bearerTokens,
                      .knownHosts = config.serve.allowedHosts};
    options.requestLog = {.idHeader = config.serve.requestIdHeader,
                          .slowTime = config.serve.slowRequestTime,
                          .logsEvery = config.logging.level <= LogLevel::Debug};
    options.jobs.maxConcurrent = config.serve.maxConcurrentRequests;
    options.policy = requestPolicy(config.serve);
    options.spoolFolder = std::filesystem::temp_directory_path();
    options.symbolicateBodyMaxBytes = config.serve.symbolicateBodyMaxBytes;
    options.crashFileBodyMaxBytes = config.serve.crashFileBodyMaxBytes;
    return options;
}

server::ServiceStatusOptions statusOptions(const engine::EngineConfig& config)
{
    server::ServiceStatusOptions options;
    options.version = FAULTLINE_VERSION;
    options.cacheFolder = config.cacheDir;
    options.cleanup.lifetimes = config.lifetimes;
    options.cleanup.quotaBytes = config.cleanup.quotaBytes;
    options.cleanup.minFreeBytes = config.cleanup.minFreeBytes;
    options.sources = config.sources;
    return options;
}

/// Stopping waits for jobs. A second signal means that the user does not want to wait.
void endAtSecondSignal(const sigset_t& signals)
{
    std::thread([signals] {
        int received = 0;
        sigwait(&signals, &received);
        std::_Exit(kSignalledExitBase + received);
    }).detach();
}

ExitCode refuse(const Error& error)
{
    std::fputs(concat("faultline: ", error.detail, "\n").c_str(), stderr);
    return ExitCode::Usage;
}

} // namespace

ExitCode run(const ServeArguments& arguments)
{
    const auto signals = stopSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    auto config = loadServerSettings(arguments.config);
    if (!config)
        return refuse(config.error());
    const auto metrics = ServeMetrics::create(config->serve.metrics);
    if (!metrics)
        return refuse(metrics.error());
    config->engine.metrics = (*metrics)->sink();

    const auto log = makeServerLog(config->logging);
    for (const auto& remark : config->remarks)
        log->write(LogLevel::Warning, "config", remark);
    addUploadedSymbols(*config);
    engine::Engine engine(config->engine, *log, [](const engine::Notice&) {});
    EngineService service(engine, *config);
    const auto protocols = ServeProtocols::create(engine, *config, *log);
    if (!protocols)
        return refuse(protocols.error());
    server::HttpAttachments attachments(engine.services().downloader,
                                        std::filesystem::temp_directory_path(),
                                        config->engine.filterTrustedClients);
    server::SourceProxy proxy(engine.services(), config->engine.sources);
    auto options = serverOptions(*config);
    options.attachments = &attachments;
    options.proxy = config->serve.symstoreProxy ? &proxy : nullptr;
    options.metrics = (*metrics)->sink();
    server::ServiceStatus status(engine.services(), statusOptions(config->engine));
    options.status = config->serve.statusPage ? &status : nullptr;
    const auto server =
        server::Server::start(std::move(options), service, *log, (*protocols)->routeMakers());
    if (!server) {
        log->write(LogLevel::Error, "server", server.error().detail);
        return server.error().kind == ErrorKind::Unsupported ? ExitCode::Usage : ExitCode::Failed;
    }
    if (const auto offered = (*metrics)->listen(config->serve.metrics, *log); !offered) {
        log->write(LogLevel::Error, "server", offered.error().detail);
        return ExitCode::Failed;
    }
    log->write(LogLevel::Info, "server",
               concat("listening on ", config->serve.bind.address, ":", (*server)->port()));
    if (const auto& https = config->serve.https)
        log->write(
            LogLevel::Info, "server",
            concat("listening on https://", https->bind.address, ":", (*server)->httpsPort()));
    notifyServiceManager("READY=1");
    int received = 0;
    sigwait(&signals, &received);
    notifyServiceManager("STOPPING=1");
    log->write(LogLevel::Info, "server", "stopping");
    endAtSecondSignal(signals);
    (*server)->stop();
    return ExitCode::Ok;
}

} // namespace faultline::app
