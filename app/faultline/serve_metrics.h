// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/config/metrics_config.h"
#include "core/server/http/http_server.h"
#include "core/server/metrics/metric_fan.h"
#include "core/server/metrics/prometheus_registry.h"
#include "core/server/metrics/statsd_client.h"

#include <memory>
#include <optional>

namespace faultline::app {

/// The server's metrics, sent or offered as the configuration says. Must outlive the engine and the
/// server.
class ServeMetrics
{
public:
    /// Errors: those of StatsdClient::create().
    static Result<std::unique_ptr<ServeMetrics>> create(const config::MetricsConfig& config);

    /// Null when the configuration wants no metrics.
    MetricSink* sink() { return m_statsd || m_prometheus ? &m_fan : nullptr; }

    /// Offers the metrics on their own port if the configuration wants that, on `listener` if there
    /// is one. Errors: those of HttpServer::start().
    Result<void>
    listen(const config::MetricsConfig& config, std::optional<int> listener, LogSink& log);

private:
    ServeMetrics() = default;

    std::unique_ptr<server::StatsdClient> m_statsd;
    std::unique_ptr<server::PrometheusRegistry> m_prometheus;
    server::MetricFan m_fan;
    std::unique_ptr<server::HttpHandler> m_router;
    std::unique_ptr<server::HttpServer> m_server; ///< Uses the members above.
};

} // namespace faultline::app
