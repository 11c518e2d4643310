// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/status/status_facts.h"

#include <functional>
#include <string>
#include <vector>

namespace faultline::server {

/// `GET /status` and `/status.json`, and the page's actions (docs/spec/http-api.md §12.3). An
/// action needs a token that only the page has, so no other web page can trigger it. The provider
/// must outlive it, and it must outlive the server that has its routes.
class StatusApi
{
public:
    StatusApi(StatusProvider& provider, std::function<JobFacts()> jobs);

    std::vector<Route> routes(RequestRunner& runner);

private:
    HttpResponse page(const std::stop_token& stop, bool asJson) const;
    HttpResponse act(std::string_view action, std::string_view form) const;
    HttpOpening openAction(const HttpRequestHead& head, std::string_view action) const;

    StatusProvider& m_provider;
    std::function<JobFacts()> m_jobs;
    const std::string m_token; ///< Of this start.
};

} // namespace faultline::server
