#pragma once

#include "core/server/http/http_server.h"
#include "core/server/http/request_log.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/status/status_api.h"
#include "core/server/symbolicator/job_request_runner.h"
#include "core/server/symbolicator/job_table.h"
#include "core/server/symbolicator/server_context.h"
#include "core/server/symbolicator/slow_trace.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace faultline::server {

struct ServerOptions
{
    HttpServerOptions http;
    std::optional<HttpServerOptions> https{}; ///< A second place to listen, with TLS.
    AccessPolicy access{};
    RequestLogOptions requestLog{};
    JobTableOptions jobs;
    RequestPolicy policy;
    std::filesystem::path spoolFolder;
    std::uint64_t symbolicateBodyMaxBytes = 55ull << 20;
    std::uint64_t crashFileBodyMaxBytes = 250ull << 20;
    /// Must outlive the server. Null disables requests that name a crash file by URL.
    AttachmentSource* attachments = nullptr;
    ObjectProxy* proxy = nullptr;     ///< Must outlive the server. Null disables the symbol proxy.
    StatusProvider* status = nullptr; ///< Must outlive the server. Null: there is no status page.
    MetricSink* metrics = nullptr;    ///< Must outlive the server. Null disables counting.
    std::chrono::milliseconds stopGrace{
        3000}; ///< For clients that wait for an answer when stop() is called.
};

/// Returns the routes of a further protocol. Objects that the routes use must outlive the server.
using RouteMaker = std::function<std::vector<Route>(RequestRunner& runner)>;

/// The symbolication server: routes and jobs over HTTP, answered by a SymbolicationService
/// (docs/spec/http-api.md §§1–7).
class Server
{
public:
    /// Binds and serves. `service` and `log` outlive the server. Errors: those of
    /// HttpServer::start.
    static Result<std::unique_ptr<Server>> start(ServerOptions options,
                                                 SymbolicationService& service,
                                                 LogSink& log,
                                                 const std::vector<RouteMaker>& protocols = {});
    /// Calls stop().
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;
    /// 0 without `https`.
    std::uint16_t httpsPort() const;

    /// Refuses new requests, lets running ones finish for a moment, and then stops every job.
    /// Idempotent; call it on one thread only.
    void stop();

private:
    Server(ServerOptions options,
           SymbolicationService& service,
           LogSink& log,
           const std::vector<RouteMaker>& protocols);

    JobFacts jobFacts() const;
    std::vector<Route> allRoutes(const std::vector<RouteMaker>& protocols);

    ServerOptions m_options;
    SlowTrace m_service;
    JobTable m_jobs;
    JobRequestRunner m_runner;
    ServerContext m_context;
    std::unique_ptr<StatusApi> m_status; ///< Null without a provider.
    std::unique_ptr<HttpHandler> m_router;
    std::unique_ptr<HttpServer> m_http;
    std::unique_ptr<HttpServer> m_https; ///< Null without TLS.
};

} // namespace faultline::server
