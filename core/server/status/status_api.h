// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/request_runner.h"
#include "core/server/http/router.h"
#include "core/server/status/request_book.h"
#include "core/server/status/status_facts.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace faultline::server {

/// What the status page knows of the server that shows it.
struct StatusParts
{
    std::function<JobFacts()> jobs;
    std::function<std::string()> readiness;
    std::function<void()> drain;
    std::function<std::uint16_t()> port; ///< 0 until the server listens.
    const RequestBook& book;
};

/// `GET /status` and `/status.json`, the pages of single requests, and the page's actions
/// (docs/spec/http-api.md §12.3). An action needs a token that only the page has, so no other web
/// page can trigger it. The provider must outlive it, and it must outlive the server that has its
/// routes.
class StatusApi
{
public:
    StatusApi(StatusProvider& provider, StatusParts parts);

    std::vector<Route> routes(RequestRunner& runner);

private:
    enum class Form : std::uint8_t { Html, Json, Report };

    Route pageRoute(RequestRunner& runner, std::string path, Form form);
    Route requestRoute(std::string path, Form form) const;
    Route actionRoute(RequestRunner& runner, std::string_view action) const;
    HttpResponse page(const std::stop_token& stop, Form form) const;
    HttpResponse requestPage(const std::string& id, Form form) const;
    HttpResponse act(std::string_view action, std::string_view form) const;
    HttpResponse cleanCaches(const std::stop_token& stop) const;
    HttpOpening
    openAction(RequestRunner& runner, const HttpRequestHead& head, std::string_view action) const;
    std::optional<HttpResponse> refusal(std::string_view action, std::string_view form) const;

    StatusProvider& m_provider;
    StatusParts m_parts;
    const std::string m_token; ///< Of this start.
};

} // namespace faultline::server
