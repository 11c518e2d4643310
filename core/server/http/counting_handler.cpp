// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/counting_handler.h"

#include "core/server/http/response_filter.h"

#include <chrono>

namespace faultline::server {

HttpOpening CountingHandler::open(const HttpRequestHead& head)
{
    using Milliseconds = std::chrono::duration<double, std::milli>;
    if (head.path == "/healthcheck")
        return m_handler->open(head);
    const auto begin = std::chrono::steady_clock::now();
    return filterResponse(m_handler->open(head), [this, begin](HttpResponse& response) {
        const Milliseconds took = std::chrono::steady_clock::now() - begin;
        m_metrics.distribution("requests.duration", {}, took.count());
        m_metrics.count("responses.status_code", {"status", std::to_string(response.status)});
    });
}

} // namespace faultline::server
