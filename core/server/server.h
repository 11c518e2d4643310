#pragma once

#include "core/server/http/http_server.h"
#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/symbolicator/job_request_runner.h"
#include "core/server/symbolicator/job_table.h"
#include "core/server/symbolicator/server_context.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace faultline::server {

struct ServerOptions
{
    HttpServerOptions http;
    JobTableOptions jobs;
    RequestPolicy policy;
    std::filesystem::path spoolFolder;
    std::uint64_t symbolicateBodyMaxBytes = 55ull << 20;
    std::uint64_t crashFileBodyMaxBytes = 250ull << 20;
    AttachmentSource* attachments = nullptr; ///< Outlives the server; null: none are fetched.
    ObjectProxy* proxy = nullptr;            ///< Outlives the server; null: there is no proxy.
    MetricSink* metrics = nullptr;           ///< Outlives the server; null: nothing is counted.
    std::chrono::milliseconds stopGrace{
        3000}; ///< For clients that wait for an answer when stop() is called.
};

/// Gives the routes of a further protocol. What they refer to outlives the server.
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

    /// Takes no new requests, gives those under way a moment, then stops every job. Idempotent; one
    /// thread calls it.
    void stop();

private:
    Server(ServerOptions options,
           SymbolicationService& service,
           LogSink& log,
           const std::vector<RouteMaker>& protocols);

    ServerOptions m_options;
    JobTable m_jobs;
    JobRequestRunner m_runner;
    ServerContext m_context;
    std::unique_ptr<HttpHandler> m_router;
    std::unique_ptr<HttpServer> m_http;
};

} // namespace faultline::server
