#include "core/server/server.h"

#include "core/server/http/router.h"
#include "core/server/symbolicator/apple_route.h"
#include "core/server/symbolicator/job_responder.h"
#include "core/server/symbolicator/js_route.h"
#include "core/server/symbolicator/jvm_route.h"
#include "core/server/symbolicator/minidump_route.h"
#include "core/server/symbolicator/symbolicate_route.h"

#include <thread>

namespace faultline::server {

namespace {

constexpr std::chrono::milliseconds kStopPoll{10};

HttpOpening openRequest(ServerContext& context, const HttpRequestHead& head, const std::string& id)
{
    const auto query = parseJobQuery(head.query);
    if (!query)
        return textResponse(400,
                            concat("Failed to deserialize query string: ", query.error().detail));
    const auto key = JobKey::parse(id);
    if (!key)
        return emptyResponse(404);
    return makeBodilessExchange(
        [&context, key = *key, timeout = query->timeout](RequestExchange::Respond respond) {
            respondWithKnownJob(context.jobs, key, timeout, std::move(respond));
        });
}

std::vector<Route> makeRoutes(ServerContext& context)
{
    std::vector<Route> routes;
    routes.push_back(
        {"GET", "/healthcheck", [](const HttpRequestHead&, const std::string&) -> HttpOpening {
             return textResponse(200, "ok");
         }});
    routes.push_back(
        {"GET", "/requests/{}", [&context](const HttpRequestHead& head, const std::string& id) {
             return openRequest(context, head, id);
         }});
    routes.push_back(
        {"POST", "/symbolicate", [&context](const HttpRequestHead& head, const std::string&) {
             return openSymbolicate(context, head);
         }});
    routes.push_back(
        {"POST", "/symbolicate-js", [&context](const HttpRequestHead& head, const std::string&) {
             return openSymbolicateJs(context, head);
         }});
    routes.push_back(
        {"POST", "/symbolicate-jvm", [&context](const HttpRequestHead& head, const std::string&) {
             return openSymbolicateJvm(context, head);
         }});
    routes.push_back(
        {"POST", "/minidump", [&context](const HttpRequestHead& head, const std::string&) {
             return openMinidump(context, head);
         }});
    routes.push_back(
        {"POST", "/applecrashreport", [&context](const HttpRequestHead& head, const std::string&) {
             return openAppleCrashReport(context, head);
         }});
    return routes;
}

} // namespace

Result<std::unique_ptr<Server>>
Server::start(ServerOptions options, SymbolicationService& service, LogSink& log)
{
    auto server = std::unique_ptr<Server>(new Server(std::move(options), service, log));
    FL_TRY(server->m_http, HttpServer::start(server->m_options.http, *server->m_router, log));
    return server;
}

Server::Server(ServerOptions options, SymbolicationService& service, LogSink& log)
    : m_options(std::move(options)), m_jobs(m_options.jobs, log),
      m_context{.service = service,
                .jobs = m_jobs,
                .log = log,
                .policy = m_options.policy,
                .spoolFolder = m_options.spoolFolder,
                .symbolicateBodyMaxBytes = m_options.symbolicateBodyMaxBytes,
                .crashFileBodyMaxBytes = m_options.crashFileBodyMaxBytes},
      m_router(std::make_unique<Router>(makeRoutes(m_context)))
{
}

Server::~Server()
{
    stop();
}

std::uint16_t Server::port() const
{
    return m_http->port();
}

void Server::stop()
{
    if (!m_http)
        return;
    m_http->stopAccepting();
    const auto deadline = std::chrono::steady_clock::now() + m_options.stopGrace;
    while (m_http->activeRequests() > 0 && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(kStopPoll);
    m_jobs.stop(); // Calls every waiter, so that no session is held by a job when the network
                   // threads end.
    m_http->stop();
    m_http.reset();
}

} // namespace faultline::server
