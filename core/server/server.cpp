#include "core/server/server.h"

#include "core/server/http/counting_handler.h"
#include "core/server/http/router.h"
#include "core/server/symbolicator/any_route.h"
#include "core/server/symbolicator/apple_route.h"
#include "core/server/symbolicator/job_responder.h"
#include "core/server/symbolicator/js_route.h"
#include "core/server/symbolicator/jvm_route.h"
#include "core/server/symbolicator/minidump_route.h"
#include "core/server/symbolicator/proxy_route.h"
#include "core/server/symbolicator/symbolicate_route.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <ranges>
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
    if (!key) {
        context.metrics.count("symbolication.request_id_unknown");
        return emptyResponse(404);
    }
    return makeBodilessExchange(
        [&context, key = *key, timeout = query->timeout](RequestExchange::Respond respond) {
            if (!respondWithKnownJob(context.jobs, key, timeout, std::move(respond)))
                context.metrics.count("symbolication.request_id_unknown");
        });
}

std::vector<Route> makeRoutes(ServerContext& context, RequestRunner& runner)
{
    std::vector<Route> routes;
    routes.push_back({"GET", "/healthcheck",
                      [&context](const HttpRequestHead&, const PathSegments&) -> HttpOpening {
                          context.metrics.count("healthcheck");
                          return textResponse(200, "ok");
                      },
                      RouteAccess::Open});
    routes.push_back(
        {"GET", "/requests/{}", [&context](const HttpRequestHead& head, const PathSegments& path) {
             return openRequest(context, head, path.front());
         }});
    routes.push_back(
        {"POST", "/symbolicate", [&context](const HttpRequestHead& head, const PathSegments&) {
             return openSymbolicate(context, head);
         }});
    routes.push_back(
        {"POST", "/symbolicate-js", [&context](const HttpRequestHead& head, const PathSegments&) {
             return openSymbolicateJs(context, head);
         }});
    routes.push_back(
        {"POST", "/symbolicate-jvm", [&context](const HttpRequestHead& head, const PathSegments&) {
             return openSymbolicateJvm(context, head);
         }});
    routes.push_back(
        {"POST", "/minidump", [&context](const HttpRequestHead& head, const PathSegments&) {
             return openMinidump(context, head);
         }});
    routes.push_back(
        {"POST", "/applecrashreport", [&context](const HttpRequestHead& head, const PathSegments&) {
             return openAppleCrashReport(context, head);
         }});
    if (context.attachments != nullptr)
        routes.push_back({"POST", "/symbolicate-any",
                          [&context](const HttpRequestHead& head, const PathSegments&) {
                              return openSymbolicateAny(context, head);
                          }});
    routes.push_back({"GET", "/proxy/{*}",
                      [&context, &runner](const HttpRequestHead&, const PathSegments& path) {
                          return openProxy(context, runner, path.front());
                      }});
    return routes;
}

} // namespace

Result<std::unique_ptr<Server>> Server::start(ServerOptions options,
                                              SymbolicationService& service,
                                              LogSink& log,
                                              const std::vector<RouteMaker>& protocols)
{
    auto server = std::unique_ptr<Server>(new Server(std::move(options), service, log, protocols));
    FL_TRY(server->m_http, HttpServer::start(server->m_options.http, *server->m_router, log));
    if (const auto& https = server->m_options.https) {
        FL_TRY(server->m_https, HttpServer::start(*https, *server->m_router, log));
    }
    return server;
}

Server::Server(ServerOptions options,
               SymbolicationService& service,
               LogSink& log,
               const std::vector<RouteMaker>& protocols)
    : m_options(std::move(options)), m_service(service, m_options.requestLog.slowTime, log),
      m_jobs(m_options.jobs, log), m_runner(m_jobs),
      m_context{.service = m_service,
                .jobs = m_jobs,
                .log = log,
                .policy = m_options.policy,
                .spoolFolder = m_options.spoolFolder,
                .symbolicateBodyMaxBytes = m_options.symbolicateBodyMaxBytes,
                .crashFileBodyMaxBytes = m_options.crashFileBodyMaxBytes,
                .attachments = m_options.attachments,
                .proxy = m_options.proxy,
                .metrics = m_options.metrics != nullptr ? *m_options.metrics : silentMetrics()},
      m_status(m_options.status == nullptr
                   ? nullptr
                   : std::make_unique<StatusApi>(*m_options.status, [this] { return jobFacts(); })),
      m_router(std::make_unique<RequestLogHandler>(
          m_options.requestLog,
          std::make_unique<CountingHandler>(
              std::make_unique<Router>(allRoutes(protocols), m_options.access), m_context.metrics),
          log))
{
    m_context.metrics.count("server.starting");
    if (m_options.jobs.maxConcurrent)
        m_context.metrics.gauge("requests.max_in_flight", {},
                                static_cast<double>(*m_options.jobs.maxConcurrent));
}

JobFacts Server::jobFacts() const
{
    const auto snapshot = m_jobs.snapshot();
    JobFacts facts{.running = {},
                   .most = m_options.jobs.maxConcurrent,
                   .finished = snapshot.finished,
                   .finishedBytes = snapshot.finishedBytes};
    const auto now = std::chrono::steady_clock::now();
    for (const auto& job : snapshot.running)
        facts.running.push_back(
            {.id = job.key.text(),
             .requestId = job.request ? job.request->id : std::string(),
             .request =
                 job.request ? concat(job.request->method, " ", job.request->path) : std::string(),
             .seconds = std::chrono::duration<double>(now - job.started).count()});
    return facts;
}

std::vector<Route> Server::allRoutes(const std::vector<RouteMaker>& protocols)
{
    auto routes = makeRoutes(m_context, m_runner);
    if (m_status)
        std::ranges::move(m_status->routes(m_runner), std::back_inserter(routes));
    for (const auto& make : protocols)
        std::ranges::move(make(m_runner), std::back_inserter(routes));
    for (const auto& route : routes)
        m_context.log.write(LogLevel::Debug, "server",
                            concat("route: ", route.method, " ", route.path));
    return routes;
}

Server::~Server()
{
    stop();
}

std::uint16_t Server::port() const
{
    return m_http->port();
}

std::uint16_t Server::httpsPort() const
{
    return m_https ? m_https->port() : 0;
}

void Server::stop()
{
    if (!m_http)
        return;
    const std::array servers{m_http.get(), m_https.get()};
    const auto each = [&](auto visit) {
        std::ranges::for_each(servers | std::views::filter(std::identity()), visit);
    };
    each([](HttpServer* server) { server->stopAccepting(); });
    const auto deadline = std::chrono::steady_clock::now() + m_options.stopGrace;
    const auto isBusy = [](const HttpServer* server) {
        return server != nullptr && server->activeRequests() > 0;
    };
    while (std::ranges::any_of(servers, isBusy) && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(kStopPoll);
    // Calls every waiter, so that no job holds a session when the network threads end.
    m_jobs.stop();
    each([](HttpServer* server) { server->stop(); });
    m_http.reset();
    m_https.reset();
}

} // namespace faultline::server
