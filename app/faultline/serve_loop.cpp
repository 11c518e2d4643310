// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/serve_loop.h"

#include "app/faultline/fixed_settings.h"
#include "app/faultline/service_manager.h"
#include "app/faultline/settings.h"
#include "app/faultline/stop_signals.h"
#include "core/base/contained.h"
#include "core/base/resource_limits.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace faultline::app {

namespace {

/// Requests that run long hold the setup that they began with, each with its caches in memory. A
/// further reload waits until one of them is gone.
constexpr std::size_t kMostEarlierSetups = 3;
/// How soon an unused setup is destroyed.
constexpr std::chrono::milliseconds kReleasePause{200};

/// How often free memory is looked for.
constexpr std::chrono::milliseconds kMemoryPause{10'000};

/// Returns the signal, or 0 after the pause.
int waitForSignal(const sigset_t& signals, std::chrono::milliseconds pause)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(pause);
    const timespec time{.tv_sec = seconds.count(),
                        .tv_nsec = std::chrono::nanoseconds(pause - seconds).count()};
    return std::max(0, sigtimedwait(&signals, nullptr, &time));
}

} // namespace

std::string describeListening(const config::ServeConfig& config, const server::Server& server)
{
    auto text = concat("listening on ", config.bind.address, ":", server.port());
    if (config.https)
        text += concat(" and https://", config.https->bind.address, ":", server.httpsPort());
    return text;
}

void printProfilerUrl(const ServeSetup& setup, const server::Server& server)
{
    const auto token = setup.profilerToken();
    if (token.empty())
        return;
    const auto& address = setup.config().serve.bind.address;
    const bool isIpv6 = address.contains(':');
    std::fputs(concat("symbol server for profilers: http://", isIpv6 ? "[" : "", address,
                      isIpv6 ? "]:" : ":", server.port(), "/", token, "\n")
                   .c_str(),
               stdout);
    std::fflush(stdout);
}

ServeLoop::ServeLoop(server::Server& server,
                     std::shared_ptr<ServeSetup> setup,
                     config::ServiceConfig config,
                     ServeOrigin origin,
                     const PassedSockets& sockets,
                     MetricSink* metrics,
                     AdjustableLog& log)
    : m_server(server), m_setup(std::move(setup)), m_config(std::move(config)),
      m_origin(std::move(origin)), m_sockets(sockets), m_metrics(metrics), m_log(log),
      m_watchdog(watchdogInterval())
{
}

sigset_t ServeLoop::signals()
{
    auto signals = stopSignals();
    sigaddset(&signals, SIGHUP);
    return signals;
}

void ServeLoop::run()
{
    const auto awaited = signals();
    while (true) {
        const int received = waitForSignal(awaited, pause());
        if (received == SIGHUP)
            m_wantsReload = true;
        else if (received != 0)
            return;
        containedAlone([this] { turn(); });
    }
}

void ServeLoop::turn()
{
    m_earlierSetups = m_server.releaseUnused();
    if (m_wantsReload && m_earlierSetups < kMostEarlierSetups)
        reload();
    m_server.sample();
    m_memory.look();
    refillMemoryReserve();
    beat();
}

std::chrono::milliseconds ServeLoop::pause() const
{
    using std::chrono::milliseconds;
    auto pause = kMemoryPause;
    // A third, so that two of them may be late.
    if (m_watchdog)
        pause =
            std::min(pause, std::max(milliseconds(1),
                                     std::chrono::duration_cast<milliseconds>(*m_watchdog / 3)));
    return m_earlierSetups > 0 ? std::min(pause, kReleasePause) : pause;
}

/// The message is sent by the last of the threads that must work for an answer. When one of them is
/// stuck, the service manager hears nothing and starts the server anew.
void ServeLoop::beat()
{
    if (!m_watchdog || m_isPinging->exchange(true))
        return;
    m_server.ping([isPinging = m_isPinging] {
        notifyServiceManager("WATCHDOG=1");
        *isPinging = false;
    });
}

void ServeLoop::reload()
{
    m_wantsReload = false;
    notifyReloading();
    const auto listening = describeListening(m_setup->config().serve, m_server);
    std::string outcome = "configuration reloaded";
    if (const auto done = contained([this] { return tryToReload(); }); done) {
        m_log.write(LogLevel::Info, "server", outcome);
    } else {
        outcome = concat("new configuration refused: ", done.error().detail);
        m_log.write(LogLevel::Error, "config", concat(outcome, "; the present one stays"));
    }
    notifyServiceManager(concat("READY=1\nSTATUS=", listening, "; ", outcome));
}

Result<void> ServeLoop::tryToReload()
{
    FL_TRY(auto next, loadServerSettings(m_origin.file));
    const auto hidden = next.hidden;
    auto done = change(std::move(next));
    if (!done)
        done.error().detail = hidden.concealIn(done.error().detail);
    return done;
}

Result<void> ServeLoop::change(config::ServiceConfig next)
{
    const auto fixed = keepFixedSettings(m_config, next);
    auto config = next;
    FL_CHECK(m_sockets.applyTo(config.serve));
    FL_TRY(auto setup,
           ServeSetup::create(std::move(config), m_origin, m_metrics, m_log, m_setup.get()));
    const auto& https = next.serve.https;
    FL_CHECK(m_server.change(setup->options(),
                             https ? std::optional(server::TlsFiles{
                                         .certificate = https->certificate, .key = https->key})
                                   : std::nullopt,
                             ServeSetup::partsOf(setup)));
    if (m_setup->profilerToken().empty())
        printProfilerUrl(*setup, m_server);
    m_setup->retire();
    m_setup = std::move(setup);
    m_log.setLevel(next.logging.level);
    for (const auto& remark : next.remarks)
        m_log.write(LogLevel::Warning, "config", remark);
    for (const auto key : fixed)
        m_log.write(LogLevel::Warning, "config",
                    concat(key, ": the change takes effect at the next start of the server"));
    m_config = std::move(next);
    m_earlierSetups = m_server.releaseUnused();
    return {};
}

} // namespace faultline::app
