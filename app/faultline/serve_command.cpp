// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/serve_command.h"

#include "app/faultline/command_support.h"
#include "app/faultline/console_log.h"
#include "app/faultline/passed_sockets.h"
#include "app/faultline/serve_loop.h"
#include "app/faultline/serve_metrics.h"
#include "app/faultline/serve_protocols.h"
#include "app/faultline/serve_setup.h"
#include "app/faultline/service_manager.h"
#include "app/faultline/settings.h"
#include "app/faultline/stop_signals.h"
#include "core/base/descriptor_limit.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/temp_file.h"
#include "core/base/text.h"
#include "core/base/thread_start.h"
#include "core/server/fleet/fleet.h"
#include "core/server/fleet/peer_addresses.h"
#include "core/server/server.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <thread>

namespace faultline::app {

namespace {

/// Shells report a process that a signal ended as 128 plus the signal's number.
constexpr int kSignalledExitBase = 128;

std::optional<int> descriptorOf(const std::optional<PassedSocket>& socket)
{
    return socket ? std::optional(socket->descriptor) : std::nullopt;
}

/// Without caches every request would download and convert anew.
server::Readiness readinessOf(const std::optional<std::filesystem::path>& cacheFolder, LogSink& log)
{
    if (!cacheFolder)
        return server::Readiness::Ready;
    const auto file = TempFile::createNameless(*cacheFolder);
    if (file)
        return server::Readiness::Ready;
    log.write(LogLevel::Error, "server",
              concat("not ready: the cache folder cannot be written: ", file.error().detail));
    return server::Readiness::CannotStore;
}

/// Null without peers.
Result<std::unique_ptr<server::Fleet>> makeFleet(const config::ServeConfig& serve, LogSink& log)
{
    if (serve.peers.empty())
        return nullptr;
    return server::Fleet::create(
        {.token = serve.peerToken, .resolve = server::PeerResolver(serve.peers, log)}, log);
}

server::ServerOptions
serverOptions(ServeSetup& setup, const PassedSockets& sockets, server::Fleet* fleet, LogSink& log)
{
    const auto& serve = setup.config().serve;
    server::ServerOptions options{setup.options()};
    options.fleet = fleet;
    options.stopGrace = serve.shutdownGrace;
    options.readiness = readinessOf(setup.config().engine.cacheDir, log);
    options.http.address = serve.bind.address;
    options.http.port = serve.bind.port;
    options.http.listener = descriptorOf(sockets.http);
    // Transfers and caches need the other descriptors. A large body needs one while it is read.
    const std::size_t share = serve.https ? 6 : 3;
    options.http.maxConnections = std::min(options.http.maxConnections, descriptorLimit() / share);
    if (const auto& https = serve.https) {
        options.https = options.http;
        options.https->address = https->bind.address;
        options.https->port = https->bind.port;
        options.https->listener = descriptorOf(sockets.https);
        options.https->tls = server::TlsFiles{.certificate = https->certificate, .key = https->key};
    }
    return options;
}

/// What the server stores answers other people's requests, so only its user may change it.
void letNobodyElseWrite()
{
    const auto mask = ::umask(0077); // Asking for the mask means to set it.
    ::umask(mask | 0022);
}

/// A container's volume is empty when it is used for the first time.
Result<void> makeTemporaryFolder()
{
    std::error_code error;
    if (const char* folder = std::getenv("TMPDIR"); folder != nullptr && *folder == '/') {
        std::filesystem::create_directories(folder, error);
        if (error)
            return std::unexpected(
                errorFromErrno(error.value(), "make the folder of TMPDIR,", folder));
    }
    static_cast<void>(std::filesystem::temp_directory_path(error));
    if (error)
        return std::unexpected(
            errorFromErrno(error.value(), "use", "the folder of temporary files (TMPDIR)"));
    return {};
}

/// Stopping waits for jobs. A second signal means that the user does not want to wait. Without a
/// thread for that, it waits all the same.
void endAtSecondSignal()
{
    auto thread = startThread([](const std::stop_token&) {
        const auto signals = stopSignals();
        int received = 0;
        sigwait(&signals, &received);
        std::_Exit(kSignalledExitBase + received);
    });
    if (thread)
        thread->detach();
}

/// Balancers notice within the delay, and clients that they still send are served.
void drain(server::Server& server, std::chrono::milliseconds delay, LogSink& log)
{
    server.drain();
    if (delay.count() <= 0)
        return;
    notifyServiceManager("STOPPING=1\nSTATUS=draining");
    log.write(LogLevel::Info, "server", "draining: not ready, but still accepting");
    std::this_thread::sleep_for(delay);
}

ExitCode giveUp(const Error& error)
{
    complain(error);
    return ExitCode::Failed;
}

ExitCode refuse(const Error& error)
{
    giveUp(error);
    return ExitCode::Usage;
}

/// An error of a configuration that does not work, without what it takes from variables.
Error shownError(Error error, const config::ServiceConfig& config)
{
    error.detail = config.hidden.concealIn(error.detail);
    return error;
}

void logListening(const config::ServeConfig& config, const server::Server& server, LogSink& log)
{
    log.write(LogLevel::Info, "server",
              concat("listening on ", config.bind.address, ":", server.port()));
    if (const auto& https = config.https)
        log.write(LogLevel::Info, "server",
                  concat("listening on https://", https->bind.address, ":", server.httpsPort()));
}

} // namespace

ExitCode run(const ServeArguments& arguments)
{
    letNobodyElseWrite();
    const auto signals = ServeLoop::signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    const auto sockets = PassedSockets::take();
    if (!sockets)
        return refuse(sockets.error());
    if (const auto made = makeTemporaryFolder(); !made)
        return giveUp(made.error());
    const auto loaded = loadServerSettings(arguments.config);
    if (!loaded)
        return refuse(loaded.error());
    auto config = *loaded;
    if (const auto applied = sockets->applyTo(config.serve); !applied)
        return refuse(applied.error());
    const auto metrics = ServeMetrics::create(config.serve.metrics);
    if (!metrics)
        return refuse(shownError(metrics.error(), *loaded));

    server::LogTail tail;
    const auto madeLog = makeServerLog(config.logging, &tail);
    if (!madeLog)
        return giveUp(madeLog.error());
    const auto& log = *madeLog;
    const ServeOrigin origin{
        .file = arguments.config, .log = &tail, .started = std::chrono::steady_clock::now()};
    for (const auto& remark : config.remarks)
        log->write(LogLevel::Warning, "config", remark);
    ServeProtocols::removeLeftovers(config);
    auto setup = ServeSetup::create(std::move(config), origin, (*metrics)->sink(), *log, nullptr);
    if (!setup) {
        const auto shown = shownError(setup.error(), *loaded);
        return setup.error().momentary ? giveUp(shown) : refuse(shown);
    }
    const auto& serve = (*setup)->config().serve;
    const auto fleet = makeFleet(serve, *log);
    if (!fleet)
        return giveUp(fleet.error());
    const auto server = server::Server::start(serverOptions(**setup, *sockets, fleet->get(), *log),
                                              ServeSetup::partsOf(*setup), *log);
    if (!server) {
        log->write(LogLevel::Error, "server", shownError(server.error(), *loaded).detail);
        return server.error().kind == ErrorKind::Unsupported ? ExitCode::Usage : ExitCode::Failed;
    }
    const auto offered = (*metrics)->listen(serve.metrics, descriptorOf(sockets->metrics), *log);
    if (!offered) {
        log->write(LogLevel::Error, "server", shownError(offered.error(), *loaded).detail);
        return ExitCode::Failed;
    }
    logListening(serve, **server, *log);
    printProfilerUrl(**setup, **server);
    (*server)->sample();
    notifyServiceManager(concat("READY=1\nSTATUS=", describeListening(serve, **server)));
    ServeLoop(**server, *std::move(setup), *loaded, origin, *sockets, (*metrics)->sink(), *log)
        .run();
    endAtSecondSignal();
    drain(**server, loaded->serve.drainDelay, *log);
    notifyServiceManager("STOPPING=1\nSTATUS=waiting for running requests");
    log->write(LogLevel::Info, "server", "stopping");
    (*server)->stop();
    return ExitCode::Ok;
}

} // namespace faultline::app
