// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/counting_handler.h"

#include "core/server/http/response_filter.h"

#include <array>
#include <chrono>
#include <string>

namespace faultline::server {

namespace {

StaticText statusLabel(unsigned status)
{
    static constexpr std::array<StaticText, 38> kStatuses{
        "200", "201", "202", "204", "206", "301", "302", "303", "304", "307", "308", "400", "401",
        "403", "404", "405", "406", "408", "409", "410", "411", "412", "413", "414", "415", "416",
        "417", "422", "424", "429", "431", "500", "501", "502", "503", "504", "505", "507"};
    return oneOf(kStatuses, std::to_string(status), "other");
}

} // namespace

HttpOpening CountingHandler::open(const HttpRequestHead& head)
{
    using Milliseconds = std::chrono::duration<double, std::milli>;
    if (head.path == "/healthcheck")
        return m_handler->open(head);
    const auto begin = std::chrono::steady_clock::now();
    return filterResponse(m_handler->open(head), [this, begin](HttpResponse& response) {
        const Milliseconds took = std::chrono::steady_clock::now() - begin;
        m_metrics.distribution("requests.duration", {}, took.count());
        m_metrics.count("responses.status_code", {"status", statusLabel(response.status)});
    });
}

} // namespace faultline::server
