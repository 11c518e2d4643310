// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/status/status_api.h"

#include "core/base/constant_time.h"
#include "core/base/random_id.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/model/codec/report_writer.h"
#include "core/server/http/body_exchange.h"
#include "core/server/http/query_string.h"
#include "core/server/status/status_json.h"
#include "core/server/status/status_page.h"

namespace faultline::server {

namespace {

constexpr std::string_view kUnblock = "/status/unblock";
constexpr std::string_view kClearMemory = "/status/clear-memory";
constexpr std::string_view kCleanCaches = "/status/clean-caches";
constexpr std::string_view kReload = "/status/reload";
constexpr std::string_view kDrain = "/status/drain";
constexpr std::uint64_t kMaxFormBytes = 4096;

/// These change what others get, so not everyone who may look may do them.
bool needsControl(std::string_view action)
{
    return action == kCleanCaches || action == kReload || action == kDrain;
}

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

HttpResponse htmlResponse(std::string html)
{
    auto response = textResponse(200, std::move(html));
    response.contentType = "text/html; charset=utf-8";
    return response;
}

HttpResponse jsonText(std::string text)
{
    return jsonResponse(200, std::make_shared<const std::string>(std::move(text)));
}

HttpResponse backToThePage()
{
    auto response = emptyResponse(303);
    response.headers.emplace_back("Location", "/status");
    protect(response);
    return response;
}

std::string field(std::string_view form, std::string_view name)
{
    for (auto& [key, value] : parseQuery(form))
        if (key == name)
            return value;
    return {};
}

} // namespace

StatusApi::StatusApi(StatusProvider& provider, StatusParts parts)
    : m_provider(provider), m_parts(std::move(parts)), m_token(randomUuid())
{
}

std::vector<Route> StatusApi::routes(RequestRunner& runner)
{
    std::vector<Route> routes;
    routes.push_back(pageRoute(runner, "/status", Form::Html));
    routes.push_back(pageRoute(runner, "/status.json", Form::Json));
    routes.push_back(requestRoute("/status/requests/{}", Form::Html));
    routes.push_back(requestRoute("/status/requests/{}/modules.json", Form::Json));
    routes.push_back(requestRoute("/status/requests/{}/modules", Form::Report));
    for (const auto action : {kUnblock, kClearMemory, kCleanCaches, kReload, kDrain})
        routes.push_back(actionRoute(runner, action));
    return routes;
}

Route StatusApi::pageRoute(RequestRunner& runner, std::string path, Form form)
{
    return {.method = "GET",
            .path = std::move(path),
            .open =
                [this, form, &runner](const HttpRequestHead&, const PathSegments&) {
                    return makeBodilessExchange([this, form, &runner](auto respond) {
                        runner.run(
                            [this, form](const std::stop_token& stop) { return page(stop, form); },
                            std::move(respond));
                    });
                },
            .access = RouteAccess::Page};
}

Route StatusApi::requestRoute(std::string path, Form form) const
{
    return {
        .method = "GET",
        .path = std::move(path),
        .open = [this, form](const HttpRequestHead&, const PathSegments& segments) -> HttpOpening {
            return requestPage(segments.front(), form);
        },
        .access = RouteAccess::Page};
}

Route StatusApi::actionRoute(RequestRunner& runner, std::string_view action) const
{
    return {.method = "POST",
            .path = std::string(action),
            .open = [this, &runner,
                     action](const HttpRequestHead& head,
                             const PathSegments&) { return openAction(runner, head, action); },
            .access = RouteAccess::Page};
}

HttpResponse StatusApi::page(const std::stop_token& stop, Form form) const
{
    auto facts = m_provider.collect(stop);
    facts.jobs = m_parts.jobs();
    facts.requests = m_parts.book.facts(RequestBook::Clock::now());
    facts.readiness = m_parts.readiness();
    facts.address += concat(":", m_parts.port());
    auto response = form == Form::Json ? jsonText(renderStatusJson(facts, m_token))
                                       : htmlResponse(renderStatusPage(facts, m_token));
    protect(response);
    return response;
}

HttpResponse StatusApi::requestPage(const std::string& id, Form form) const
{
    const auto report = m_parts.book.modulesOf(id);
    if (!report)
        return errorResponse(404, "nothing is kept of the modules of such a request");
    HttpResponse response;
    switch (form) {
    case Form::Html: response = htmlResponse(renderModulesPage(id, *report)); break;
    case Form::Json: response = jsonText(renderModulesJson(*report)); break;
    case Form::Report:
        response.contentType = "application/octet-stream";
        response.body = std::make_shared<const std::string>(
            asText(codec::encodeReport(*report, codec::EventMemory::LeaveOut)));
        break;
    }
    protect(response);
    return response;
}

HttpOpening StatusApi::openAction(RequestRunner& runner,
                                  const HttpRequestHead& head,
                                  std::string_view action) const
{
    return openBodyExchange(
        head, {.spoolFolder = {}, .maxBodyBytes = kMaxFormBytes},
        [this, &runner, action](const ByteView& body, RequestExchange::Respond respond) {
            if (auto refused = refusal(action, body.text()))
                return respond(*std::move(refused));
            if (action != kCleanCaches)
                return respond(act(action, body.text()));
            runner.run([this](const std::stop_token& stop) { return cleanCaches(stop); },
                       std::move(respond));
        });
}

std::optional<HttpResponse> StatusApi::refusal(std::string_view action, std::string_view form) const
{
    if (!equalsInConstantTime(field(form, "token"), m_token))
        return errorResponse(403, "the form is not of this start of the server: reload the page");
    if (needsControl(action) && !m_provider.isControllable())
        return errorResponse(403, "only a server that is bound to this machine, or one that has "
                                  "bearer_tokens, can be controlled from its page");
    return std::nullopt;
}

HttpResponse StatusApi::act(std::string_view action, std::string_view form) const
{
    if (action == kClearMemory)
        m_provider.clearMemory();
    else if (action == kReload)
        m_provider.reload();
    else if (action == kDrain)
        m_parts.drain();
    else if (!m_provider.unblock(field(form, "host")))
        return errorResponse(404, "no such host is blocked");
    return backToThePage();
}

HttpResponse StatusApi::cleanCaches(const std::stop_token& stop) const
{
    const auto done = m_provider.cleanCaches(stop);
    return done ? backToThePage() : errorResponse(503, done.error().describe());
}

} // namespace faultline::server
