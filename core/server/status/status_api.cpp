// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/status_api.h"

#include "core/base/constant_time.h"
#include "core/base/random_id.h"
#include "core/server/http/body_exchange.h"
#include "core/server/http/query_string.h"
#include "core/server/status/status_page.h"

namespace faultline::server {

namespace {

constexpr std::string_view kUnblock = "/status/unblock";
constexpr std::string_view kClearMemory = "/status/clear-memory";
constexpr std::uint64_t kMaxFormBytes = 4096;

/// A browser keeps nothing of it, runs nothing in it, and shows it in no other page.
void protect(HttpResponse& response)
{
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Content-Security-Policy",
                                  "default-src 'none'; style-src 'unsafe-inline'; "
                                  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
}

std::string field(std::string_view form, std::string_view name)
{
    for (auto& [key, value] : parseQuery(form))
        if (key == name)
            return value;
    return {};
}

} // namespace

StatusApi::StatusApi(StatusProvider& provider, std::function<JobFacts()> jobs)
    : m_provider(provider), m_jobs(std::move(jobs)), m_token(randomUuid())
{
}

std::vector<Route> StatusApi::routes(RequestRunner& runner)
{
    std::vector<Route> routes;
    for (const bool asJson : {false, true})
        routes.push_back(
            {.method = "GET",
             .path = asJson ? "/status.json" : "/status",
             .open =
                 [this, asJson, &runner](const HttpRequestHead&, const PathSegments&) {
                     return makeBodilessExchange([this, asJson, &runner](auto respond) {
                         runner.run([this, asJson](
                                        const std::stop_token& stop) { return page(stop, asJson); },
                                    std::move(respond));
                     });
                 },
             .access = RouteAccess::Page});
    for (const auto action : {kUnblock, kClearMemory})
        routes.push_back(
            {.method = "POST",
             .path = std::string(action),
             .open = [this, action](const HttpRequestHead& head,
                                    const PathSegments&) { return openAction(head, action); },
             .access = RouteAccess::Page});
    return routes;
}

HttpResponse StatusApi::page(const std::stop_token& stop, bool asJson) const
{
    auto facts = m_provider.collect(stop);
    facts.jobs = m_jobs();
    auto response =
        asJson ? jsonResponse(200, std::make_shared<const std::string>(renderStatusJson(facts)))
               : textResponse(200, renderStatusPage(facts, m_token));
    if (!asJson)
        response.contentType = "text/html; charset=utf-8";
    protect(response);
    return response;
}

HttpOpening StatusApi::openAction(const HttpRequestHead& head, std::string_view action) const
{
    return openBodyExchange(head, {.spoolFolder = {}, .maxBodyBytes = kMaxFormBytes},
                            [this, action](const ByteView& body, RequestExchange::Respond respond) {
                                respond(act(action, body.text()));
                            });
}

HttpResponse StatusApi::act(std::string_view action, std::string_view form) const
{
    if (!equalsInConstantTime(field(form, "token"), m_token))
        return errorResponse(403, "the form is not of this start of the server: reload the page");
    if (action == kClearMemory)
        m_provider.clearMemory();
    else if (!m_provider.unblock(field(form, "host")))
        return errorResponse(404, "no such host is blocked");
    auto response = emptyResponse(303);
    response.headers.emplace_back("Location", "/status");
    protect(response);
    return response;
}

} // namespace faultline::server
