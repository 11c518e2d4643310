#pragma once

#include "core/server/http/http_types.h"

#include <functional>
#include <stop_token>

namespace faultline::server {

/// Runs what has to wait for something, away from the network threads. Thread-safe.
class RequestRunner
{
public:
    using Work = std::move_only_function<HttpResponse(std::stop_token)>;

    virtual ~RequestRunner() = default;

    /// Calls `respond` once: with the work's answer, or with 503 when too much is under way or the
    /// server stops.
    virtual void run(Work work, RequestExchange::Respond respond) = 0;
};

} // namespace faultline::server
