// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/serve_metrics.h"

#include "core/server/http/router.h"

namespace faultline::app {

namespace {

/// Prometheus' text format.
constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";
constexpr std::size_t kMaxConnections = 16;

} // namespace

Result<std::unique_ptr<ServeMetrics>> ServeMetrics::create(const config::MetricsConfig& config)
{
    std::unique_ptr<ServeMetrics> metrics(new ServeMetrics);
    if (config.statsd) {
        FL_TRY(metrics->m_statsd,
               server::StatsdClient::create(
                   {.address = *config.statsd, .prefix = config.prefix, .tags = config.tags}));
        metrics->m_fan.add(*metrics->m_statsd);
    }
    if (config.prometheusBind) {
        metrics->m_prometheus =
            std::make_unique<server::PrometheusRegistry>(config.prefix, config.tags);
        metrics->m_fan.add(*metrics->m_prometheus);
    }
    return metrics;
}

Result<void>
ServeMetrics::listen(const config::MetricsConfig& config, std::optional<int> listener, LogSink& log)
{
    if (!m_prometheus || !config.prometheusBind)
        return {};
    std::vector<server::Route> routes;
    routes.push_back({"GET", "/metrics", [this](const server::HttpRequestHead&, const auto&) {
                          auto response = server::textResponse(200, m_prometheus->render());
                          response.contentType = kContentType;
                          return server::HttpOpening(std::move(response));
                      }});
    m_router = std::make_unique<server::Router>(std::move(routes));
    server::HttpServerOptions options;
    options.address = config.prometheusBind->address;
    options.port = config.prometheusBind->port;
    options.listener = listener;
    options.threads = 1;
    options.workThreads = 1;
    options.maxConnections = kMaxConnections;
    options.alwaysServed = "/metrics";
    FL_TRY(m_server, server::HttpServer::start(options, *m_router, log));
    log.write(
        LogLevel::Info, "server",
        concat("offering metrics on http://", options.address, ":", m_server->port(), "/metrics"));
    return {};
}

} // namespace faultline::app
