#pragma once

#include "core/base/metrics.h"
#include "core/server/http/http_types.h"

#include <memory>

namespace faultline::server {

/// Counts answers by status and how long requests take, but for the health check's, which the
/// reference does not count either (docs/spec/http-api.md §1). The sink outlives it.
class CountingHandler final : public HttpHandler
{
public:
    CountingHandler(std::unique_ptr<HttpHandler> handler, MetricSink& metrics)
        : m_handler(std::move(handler)), m_metrics(metrics)
    {
    }

    HttpOpening open(const HttpRequestHead& head) override;

private:
    std::unique_ptr<HttpHandler> m_handler;
    MetricSink& m_metrics;
};

} // namespace faultline::server
