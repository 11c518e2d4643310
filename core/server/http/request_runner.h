// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/http_types.h"

#include <functional>
#include <stop_token>

namespace faultline::server {

/// Runs work that has to wait on threads other than the network threads. Thread-safe.
class RequestRunner
{
public:
    using Work = std::move_only_function<HttpResponse(std::stop_token)>;

    virtual ~RequestRunner() = default;

    /// Calls `respond` once, with the answer of the work, or with 503 when too much work is running
    /// or the server stops.
    virtual void run(Work work, RequestExchange::Respond respond) = 0;
};

} // namespace faultline::server
