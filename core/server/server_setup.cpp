// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/server_setup.h"

#include "core/server/http/counting_handler.h"
#include "core/server/symbolicator/any_route.h"
#include "core/server/symbolicator/apple_route.h"
#include "core/server/symbolicator/job_responder.h"
#include "core/server/symbolicator/minidump_route.h"
#include "core/server/symbolicator/proxy_route.h"
#include "core/server/symbolicator/report_route.h"
#include "core/server/symbolicator/symbolicate_route.h"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace faultline::server {

namespace {

/// Answers with what the fleet knows of a job that is none of this instance's.
void respondFromFleet(MetricSink& metrics,
                      Fleet* fleet,
                      const JobKey& key,
                      std::optional<std::chrono::seconds> timeout,
                      RequestExchange::Respond respond)
{
    auto answered = [&metrics,
                     respond = std::move(respond)](std::optional<std::string> envelope) mutable {
        if (envelope)
            return respond(
                jsonResponse(200, std::make_shared<const std::string>(*std::move(envelope))));
        metrics.count("symbolication.request_id_unknown");
        respond(emptyResponse(404));
    };
    if (fleet == nullptr)
        answered(std::nullopt);
    else
        fleet->ask(key, timeout, std::move(answered));
}

HttpOpening openRequest(ServerContext& context,
                        Fleet* fleet,
                        const HttpRequestHead& head,
                        const std::string& id)
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
        [&context, fleet, key = *key, timeout = query->timeout](RequestExchange::Respond respond) {
            if (!respondIfKnown(context.jobs, key, timeout, respond))
                respondFromFleet(context.metrics, fleet, key, timeout, std::move(respond));
        });
}

/// Balancers ask for it every few seconds.
Route readyRoute(const SharedReadiness& readiness)
{
    return {"GET", "/ready",
            [&readiness](const HttpRequestHead&, const PathSegments&) -> HttpOpening {
                const auto now = readiness.load();
                return textResponse(now == Readiness::Ready ? 200 : 503,
                                    std::string(readinessText(now)));
            },
            RouteAccess::Open};
}

std::vector<Route> makeRoutes(ServerContext& context, RequestRunner& runner, Fleet* fleet)
{
    std::vector<Route> routes;
    routes.push_back({"GET", "/healthcheck",
                      [&context](const HttpRequestHead&, const PathSegments&) -> HttpOpening {
                          context.metrics.count("healthcheck");
                          return textResponse(200, "ok");
                      },
                      RouteAccess::Open});
    routes.push_back({"GET", "/requests/{}",
                      [&context, fleet](const HttpRequestHead& head, const PathSegments& path) {
                          return openRequest(context, fleet, head, path.front());
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
    routes.push_back(
        {"POST", "/report", [&context, &runner](const HttpRequestHead& head, const PathSegments&) {
             return openReport(context, runner, head);
         }});
    routes.push_back({"GET", "/proxy/{*}",
                      [&context, &runner](const HttpRequestHead&, const PathSegments& path) {
                          return openProxy(context, runner, path.front());
                      }});
    return routes;
}

/// Null without a page that shows the reports' modules.
SlowTrace::OnReport reportKeeper(const ServerSetupOptions& options, RequestBook& book)
{
    if (options.status == nullptr)
        return nullptr;
    return [&book](const Report& report) {
        if (const auto& request = RequestScope::current())
            book.reported(*request, report);
    };
}

} // namespace

std::shared_ptr<ServerSetup>
ServerSetup::create(ServerSetupOptions options, ServerParts parts, const ServerShared& shared)
{
    if (options.status != nullptr)
        options.requestLog.onAnswer = [&book = shared.book](const RequestInfo& request,
                                                            const HttpResponse& response) {
            book.answered(request, response, RequestBook::Clock::now());
        };
    const std::shared_ptr<ServerSetup> setup(
        new ServerSetup(std::move(options), std::move(parts), shared));
    setup->m_handler = std::make_unique<RequestLogHandler>(
        setup->m_options.requestLog,
        std::make_unique<CountingHandler>(
            std::make_unique<Router>(setup->allRoutes(shared), setup->m_options.access),
            setup->m_context.metrics),
        shared.log, setup);
    return setup;
}

ServerSetup::ServerSetup(ServerSetupOptions options, ServerParts parts, const ServerShared& shared)
    : m_options(std::move(options)), m_parts(std::move(parts)),
      m_service(m_parts.service,
                m_options.requestLog.slowTime,
                shared.log,
                reportKeeper(m_options, shared.book)),
      m_context{.service = m_service,
                .jobs = shared.jobs,
                .log = shared.log,
                .policy = m_options.policy,
                .spoolFolder = m_options.spoolFolder,
                .symbolicateBodyMaxBytes = m_options.symbolicateBodyMaxBytes,
                .crashFileBodyMaxBytes = m_options.crashFileBodyMaxBytes,
                .attachments = m_options.attachments,
                .proxy = m_options.proxy,
                .metrics = m_options.metrics != nullptr ? *m_options.metrics : silentMetrics()},
      m_status(m_options.status == nullptr
                   ? nullptr
                   : std::make_unique<StatusApi>(*m_options.status, statusParts(shared)))
{
    if (m_options.maxConcurrentJobs)
        m_context.metrics.gauge("requests.max_in_flight", {},
                                static_cast<double>(*m_options.maxConcurrentJobs));
}

StatusParts ServerSetup::statusParts(const ServerShared& shared) const
{
    auto& readiness = shared.readiness;
    return {.jobs = [this] { return jobFacts(); },
            .readiness = [&readiness] { return std::string(readinessText(readiness.load())); },
            .drain = [&readiness] { readiness = Readiness::Draining; },
            .port = [&port = shared.port] { return port.load(); },
            .book = shared.book};
}

JobFacts ServerSetup::jobFacts() const
{
    const auto snapshot = m_context.jobs.snapshot();
    JobFacts facts{.running = {},
                   .most = m_options.maxConcurrentJobs,
                   .finished = snapshot.finished,
                   .finishedBytes = snapshot.finishedBytes};
    const auto now = std::chrono::steady_clock::now();
    for (const auto& job : snapshot.running)
        facts.running.push_back(
            {.id = job.key.text(),
             .requestId = job.request ? job.request->id : std::string(),
             .request =
                 job.request ? concat(job.request->method, " ", job.request->path) : std::string(),
             .scope = job.request ? job.request->scope : std::string(),
             .seconds = std::chrono::duration<double>(now - job.started).count()});
    return facts;
}

std::vector<Route> ServerSetup::allRoutes(const ServerShared& shared)
{
    auto& runner = shared.runner;
    auto routes = makeRoutes(m_context, runner, shared.fleet);
    if (shared.fleet != nullptr)
        std::ranges::move(shared.fleet->routes(shared.jobs), std::back_inserter(routes));
    routes.push_back(readyRoute(shared.readiness));
    if (m_status)
        std::ranges::move(m_status->routes(runner), std::back_inserter(routes));
    for (const auto& make : m_parts.protocols)
        std::ranges::move(make(runner), std::back_inserter(routes));
    for (const auto& route : routes)
        m_context.log.write(LogLevel::Debug, "server",
                            concat("route: ", route.method, " ", route.path));
    return routes;
}

} // namespace faultline::server
