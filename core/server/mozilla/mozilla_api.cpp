// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/mozilla_api.h"

#include "core/base/text.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"
#include "core/server/http/body_exchange.h"
#include "core/server/http/response_filter.h"
#include "core/server/mozilla/answer_writer.h"
#include "core/server/mozilla/errors.h"
#include "core/server/mozilla/sharing.h"

namespace faultline::server::mozilla {

namespace {

/// Number of seconds after which a client may ask again.
constexpr const char* kRetryAfter = "30";

HttpResponse transientResponse()
{
    auto response = failure(503, "a symbol source did not answer; try again later");
    response.headers.emplace_back("Retry-After", kRetryAfter);
    return response;
}

/// What monitors ask for (docs/spec/mozilla-api.md §12). The server is healthy when it answers.
void addHealthRoutes(std::vector<Route>& routes)
{
    routes.push_back({"GET", "/__version__", [](const HttpRequestHead&, const auto&) {
                          auto body = std::make_shared<std::string>();
                          json::JsonWriter json(*body);
                          json.beginObject().member("source", "faultline");
                          json.member("version", FAULTLINE_VERSION);
                          json.member("commit", "").member("build", "").endObject();
                          return HttpOpening(jsonResponse(200, std::move(body)));
                      }});
    for (const auto* path : {"/__heartbeat__", "/__lbheartbeat__"})
        routes.push_back({"GET", path,
                          [](const HttpRequestHead&, const auto&) {
                              auto response = emptyResponse(200);
                              response.contentType = "application/json";
                              return HttpOpening(std::move(response));
                          },
                          RouteAccess::Open});
}

/// Logs why modules were not found, because answers only say that they were not.
void logMissing(LogSink& log, const SymbolicateAnswer& answer)
{
    for (const auto& [name, module] : answer.modules) {
        if (module.state != ModuleAnswer::State::Found)
            log.write(LogLevel::Debug, "server",
                      concat("mozilla: ", name.key(), ": ", module.reason));
    }
}

} // namespace

std::vector<Route> MozillaApi::routes(RequestRunner& runner)
{
    std::vector<Route> routes;
    const auto add = [&](std::string path, ApiVersion version) {
        routes.push_back(
            {"POST", path, [this, version, &runner](const HttpRequestHead& head, const auto&) {
                 return shareWithPages(head, open(head, version, runner));
             }});
        routes.push_back({"OPTIONS", std::move(path),
                          [](const HttpRequestHead& head, const auto&) {
                              return HttpOpening(preflightResponse(head, "POST"));
                          },
                          RouteAccess::Open});
    };
    add("/symbolicate/v5", ApiVersion::V5);
    add("/symbolicate/v4", ApiVersion::V4);
    add("/", ApiVersion::V4);
    // Symbolicator has no route for the root. Requests for it get the same answer with and without
    // this API.
    routes.push_back({"GET", "/", [](const HttpRequestHead&, const auto&) {
                          return HttpOpening(emptyResponse(404));
                      }});
    addHealthRoutes(routes);
    return routes;
}

HttpOpening MozillaApi::open(const HttpRequestHead& head, ApiVersion version, RequestRunner& runner)
{
    const BodyExchangeOptions options{.spoolFolder = m_options.spoolFolder,
                                      .maxBodyBytes = m_options.maxBodyBytes,
                                      .refuse = failure};
    return openBodyExchange(
        head, options,
        [this, version, &runner, showsDebug = wantsDebug(head)](const ByteView& body,
                                                                RequestExchange::Respond respond) {
            const auto document = json::parseJson(body.text());
            if (!document) {
                respond(failure(400, "Payload is not valid JSON"));
                return;
            }
            auto request = decodeRequest(*document, version);
            if (!request) {
                respond(failure(400, request.error().detail));
                return;
            }
            runner.run(
                [this, request = *std::move(request), showsDebug](std::stop_token stop) {
                    return answer(request, showsDebug, std::move(stop));
                },
                std::move(respond));
        });
}

HttpResponse
MozillaApi::answer(const SymbolicateRequest& request, bool showsDebug, std::stop_token stop)
{
    const auto answer = symbolicate(request, m_finder, std::move(stop));
    if (!answer)
        return transientResponse();
    logMissing(m_log, *answer);
    if (answer->isTransient())
        return transientResponse();
    return jsonResponse(200, std::make_shared<const std::string>(renderAnswer(
                                 request, *answer, showsDebug ? ShowsDebug::Yes : ShowsDebug::No)));
}

} // namespace faultline::server::mozilla
