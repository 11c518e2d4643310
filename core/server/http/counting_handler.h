// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/metrics.h"
#include "core/server/http/http_types.h"

#include <memory>

namespace faultline::server {

/// Counts answers by status and measures how long requests take. The health check does not count,
/// as in the reference (docs/spec/http-api.md §1). The sink must outlive the handler.
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
