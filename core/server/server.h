// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/fleet/fleet.h"
#include "core/server/http/http_server.h"
#include "core/server/server_setup.h"
#include "core/server/symbolicator/job_request_runner.h"
#include "core/server/symbolicator/job_table.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace faultline::server {

struct ServerOptions : ServerSetupOptions
{
    HttpServerOptions http{};
    std::optional<HttpServerOptions> https{};  ///< A second place to listen, with TLS.
    JobTableOptions jobs{};                    ///< `maxConcurrent` comes from the setup.
    std::chrono::milliseconds stopGrace{3000}; ///< For what still runs when stop() is called.
    Readiness readiness = Readiness::Ready;
    /// Whose instance the server is; must be valid as long as the server. Null: it stands alone.
    Fleet* fleet = nullptr;
};

/// The symbolication server: routes and jobs over HTTP, answered by a SymbolicationService
/// (docs/spec/http-api.md §§1–7). Its configuration can be exchanged while requests run. Call its
/// functions on one thread.
class Server
{
public:
    /// Binds and serves. What `parts` and `options` refer to lives as long as the server, or is
    /// held by the owner in `parts`; `log` outlives the server. Errors: those of HttpServer::start
    /// and JobTable::ready().
    static Result<std::unique_ptr<Server>>
    start(ServerOptions options, ServerParts parts, LogSink& log);
    /// Calls stop().
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;
    /// 0 without `https`.
    std::uint16_t httpsPort() const;

    /// New requests get another setup, new connections other TLS files. Running requests and their
    /// jobs go on with the setup that they began with, and answers stay readable. Errors: those of
    /// loadTlsContext(); then nothing has changed.
    Result<void> change(ServerSetupOptions options, std::optional<TlsFiles> tls, ServerParts parts);
    /// Destroys the earlier setups that no request needs any more. Returns how many are left.
    std::size_t releaseUnused();
    /// Calls `answered`, on another thread, after the threads that accept, read, decode, keep time
    /// and run jobs have passed it on: as long as one of them is stuck, it is not called. May be
    /// dropped when the server stops.
    void ping(std::move_only_function<void()> answered);

    /// Notes how much is going on, for the history on the status page. Call it now and then.
    void sample();

    /// `GET /ready` answers from now on that the server is about to stop. Everything else goes on.
    void drain();

    /// Refuses new jobs, still answers what asks for others, lets running ones finish for a moment,
    /// and then stops every job. Idempotent.
    void stop();

private:
    /// Gives each request to the present setup.
    class Switch final : public HttpHandler
    {
    public:
        HttpOpening open(const HttpRequestHead& head) override;
        void set(std::shared_ptr<ServerSetup> setup);

    private:
        std::shared_ptr<ServerSetup> current() const;

        mutable std::mutex m_mutex; // Guards m_setup.
        std::shared_ptr<ServerSetup> m_setup;
    };

    Server(ServerOptions options, ServerParts parts, LogSink& log);

    void use(ServerSetupOptions options, ServerParts parts);
    bool isBusy() const;

    ServerOptions m_options;
    LogSink& m_log;
    SharedReadiness m_readiness;
    RequestBook m_book;
    std::atomic<std::uint16_t> m_port = 0; ///< Until the server listens.
    JobTable m_jobs;
    JobRequestRunner m_runner;
    /// The present one is the last. Held here so that they are destroyed on the caller's thread.
    std::vector<std::shared_ptr<ServerSetup>> m_setups;
    Switch m_switch;
    std::unique_ptr<HttpServer> m_http;
    std::unique_ptr<HttpServer> m_https; ///< Null without TLS.
};

} // namespace faultline::server
