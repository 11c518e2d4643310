// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/faultline/console_log.h"
#include "app/faultline/memory_return.h"
#include "app/faultline/passed_sockets.h"
#include "app/faultline/serve_setup.h"
#include "core/server/server.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace faultline::app {

/// What the main thread of the server does while the others answer: waits for signals, reads the
/// configuration again on SIGHUP, tells the service manager that the server works, and returns
/// memory that is no longer needed.
class ServeLoop
{
public:
    /// All parameters but `origin` must outlive it. `config` is what the file of `origin` said at
    /// the start.
    ServeLoop(server::Server& server,
              std::shared_ptr<ServeSetup> setup,
              config::ServiceConfig config,
              ServeOrigin origin,
              const PassedSockets& sockets,
              MetricSink* metrics,
              AdjustableLog& log);
    ServeLoop(const ServeLoop&) = delete;
    ServeLoop& operator=(const ServeLoop&) = delete;

    /// The signals that it handles: those of stopSignals(), and SIGHUP. Block them in all threads.
    static sigset_t signals();

    /// Returns when a stop signal has arrived.
    void run();

private:
    void turn();
    std::chrono::milliseconds pause() const;
    void beat();
    void reload();
    Result<void> tryToReload();
    Result<void> change(config::ServiceConfig next);

    server::Server& m_server;
    std::shared_ptr<ServeSetup> m_setup; ///< The present one.
    config::ServiceConfig m_config;      ///< As read, with the settings that cannot change.
    ServeOrigin m_origin;
    const PassedSockets& m_sockets;
    MetricSink* m_metrics; ///< May be null.
    AdjustableLog& m_log;
    MemoryReturn m_memory;
    std::optional<std::chrono::microseconds> m_watchdog;
    bool m_wantsReload = false;
    std::size_t m_earlierSetups = 0;
    /// Shared with pings, which may end after the loop.
    std::shared_ptr<std::atomic<bool>> m_isPinging = std::make_shared<std::atomic<bool>>(false);
};

/// "listening on 127.0.0.1:3021 and https://127.0.0.1:3443"
std::string describeListening(const config::ServeConfig& config, const server::Server& server);

/// Prints the URL for profilers, if they are answered, on standard output: the log must not have
/// its secret.
void printProfilerUrl(const ServeSetup& setup, const server::Server& server);

} // namespace faultline::app
