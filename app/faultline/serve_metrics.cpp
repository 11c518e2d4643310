#include "app/faultline/serve_metrics.h"

namespace faultline::app {

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
        metrics->m_prometheus.emplace(config.prefix);
        metrics->m_fan.add(*metrics->m_prometheus);
    }
    return metrics;
}

} // namespace faultline::app
