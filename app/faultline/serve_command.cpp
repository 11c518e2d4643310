#include "app/faultline/serve_command.h"

#include "app/faultline/console_log.h"
#include "app/faultline/settings.h"
#include "app/faultline/stop_signals.h"
#include "core/engine/crash_files.h"
#include "core/engine/engine.h"
#include "core/server/server.h"
#include "core/sources/source_parser.h"

#include <cstdio>

namespace faultline::app {

namespace {

class EngineService final : public SymbolicationService
{
public:
    EngineService(Engine& engine, const ServiceConfig& config)
        : m_engine(engine), m_limits(config.engine.limits)
    {
        m_limits.maxUnpackedEventBytes = config.serve.crashFileUnpackedMaxBytes;
    }

    Result<EventPtr> readEvent(ByteView bytes) override
    {
        return Engine::readEvent(std::move(bytes), m_limits);
    }

    bool holdsCrashFile(const ByteView& body) const override
    {
        return m_limits.maxUnpackedEventBytes != 0 && findCrashFiles(body, m_limits).has_value();
    }

    Result<ReportPtr>
    run(EventPtr event, const SymbolicateOptions& options, std::stop_token stop) override
    {
        return m_engine.run(std::move(event), options, std::move(stop));
    }

private:
    Engine& m_engine;
    ParseLimits m_limits;
};

bool isLoopback(std::string_view address)
{
    return address.starts_with("127.") || address == "::1";
}

RequestPolicy requestPolicy(const ServeConfig& config)
{
    RequestPolicy policy{.readSources = parseSources,
                         .filesystemRoots = config.requestFilesystemRoots};
    if (!policy.filesystemRoots && !isLoopback(config.address))
        policy.filesystemRoots.emplace();
    return policy;
}

ServerOptions serverOptions(const ServiceConfig& config)
{
    ServerOptions options;
    options.http.address = config.serve.address;
    options.http.port = config.serve.port;
    options.jobs.maxConcurrent = config.serve.maxConcurrentRequests;
    options.policy = requestPolicy(config.serve);
    options.spoolFolder = std::filesystem::temp_directory_path();
    options.symbolicateBodyMaxBytes = config.serve.symbolicateBodyMaxBytes;
    options.crashFileBodyMaxBytes = config.serve.crashFileBodyMaxBytes;
    return options;
}

} // namespace

ExitCode serve(const ServeArguments& arguments)
{
    const auto signals = stopSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    const auto config = loadServerSettings(arguments.config);
    if (!config) {
        std::fprintf(stderr, "faultline: %s\n", config.error().detail.c_str());
        return ExitCode::Usage;
    }
    const auto log = makeConsoleLog(config->logging);
    Engine engine(config->engine, *log, [](const Notice&) {});
    EngineService service(engine, *config);
    const auto server = Server::start(serverOptions(*config), service, *log);
    if (!server) {
        log->write(LogLevel::Error, "server", server.error().detail);
        return server.error().kind == ErrorKind::Unsupported ? ExitCode::Usage : ExitCode::Failed;
    }
    log->write(LogLevel::Info, "server",
               concat("listening on ", config->serve.address, ":", (*server)->port()));
    int received = 0;
    sigwait(&signals, &received);
    log->write(LogLevel::Info, "server", "stopping");
    (*server)->stop();
    return ExitCode::Ok;
}

} // namespace faultline::app
