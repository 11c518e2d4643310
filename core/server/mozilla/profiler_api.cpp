// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/profiler_api.h"

#include "core/base/constant_time.h"
#include "core/base/text.h"
#include "core/json/json_reader.h"
#include "core/json/json_writer.h"
#include "core/server/http/body_exchange.h"
#include "core/server/http/response_filter.h"
#include "core/server/mozilla/code_listing.h"
#include "core/server/mozilla/errors.h"

#include <algorithm>

namespace faultline::server::mozilla {

namespace {

void allowOrigin(HttpResponse& response, std::string_view origin)
{
    response.headers.emplace_back("Access-Control-Allow-Origin", origin);
    response.headers.emplace_back("Vary", "Origin");
}

unsigned statusFor(ErrorKind kind)
{
    switch (broadKind(kind)) {
    case ErrorKind::PermissionDenied: return 403;
    case ErrorKind::NotFound:
    case ErrorKind::Malformed:
    case ErrorKind::Unsupported: return 404;
    case ErrorKind::DownloadFailed:
    case ErrorKind::Timeout:
    case ErrorKind::Cancelled: return 503;
    default: return 500;
    }
}

std::shared_ptr<const std::string> render(const SourceRequest& request, std::string_view text)
{
    auto body = std::make_shared<std::string>();
    json::JsonWriter json(*body);
    json.beginObject().key("symbolsLastModified").null().key("sourceLastModified").null();
    json.member("file", request.file).member("source", text).endObject();
    return body;
}

std::shared_ptr<const std::string> render(const CodeListing& listing)
{
    auto body = std::make_shared<std::string>();
    json::JsonWriter json(*body);
    json.beginObject().key("startAddress").hex(listing.startAddress);
    json.key("size").hex(listing.sizeBytes).member("arch", listing.arch);
    json.key("syntax").beginArray().value(listing.syntax).endArray();
    json.key("instructions").beginArray();
    for (const auto& instruction : listing.instructions)
        json.beginArray().value(instruction.offset).value(instruction.text).endArray();
    json.endArray().endObject();
    return body;
}

/// Reads a JSON body of any content type: pages send it as text, which needs no preflight.
template <class Decode, class Answer>
HttpOpening openJson(const HttpRequestHead& head,
                     const ProfilerOptions& options,
                     RequestRunner& runner,
                     Decode decode,
                     Answer answer)
{
    return openBodyExchange(
        head,
        {.spoolFolder = options.spoolFolder,
         .maxBodyBytes = options.maxBodyBytes,
         .refuse = failure},
        [decode, answer, &runner](const ByteView& body, RequestExchange::Respond respond) {
            const auto document = json::parseJson(body.text());
            if (!document) {
                respond(failure(400, "Payload is not valid JSON"));
                return;
            }
            auto request = decode(*document);
            if (!request) {
                respond(failure(400, request.error().detail));
                return;
            }
            runner.run([answer, request = *std::move(request)](
                           std::stop_token stop) { return answer(request, std::move(stop)); },
                       std::move(respond));
        });
}

} // namespace

std::vector<Route> ProfilerApi::routes(RequestRunner& runner)
{
    std::vector<Route> routes;
    const auto add = [&](std::string path, Question question) {
        routes.push_back({"POST", path,
                          [this, question, &runner](const HttpRequestHead& head, const auto&) {
                              return guarded(head, question, runner);
                          },
                          RouteAccess::OwnToken});
        routes.push_back(
            {"OPTIONS", std::move(path),
             [this](const HttpRequestHead& head, const auto&) { return preflight(head); },
             RouteAccess::OwnToken});
    };
    add("/{}/symbolicate/v5", &ProfilerApi::openNames);
    add("/{}/source/v1", &ProfilerApi::openSource);
    add("/{}/asm/v1", &ProfilerApi::openCode);
    return routes;
}

/// Compares the path as it was sent, so that logs can leave the secret out wherever it stands.
bool ProfilerApi::knowsToken(const HttpRequestHead& head) const
{
    const auto path = std::string_view(head.path).substr(1);
    return equalsInConstantTime(path.substr(0, path.find('/')), m_options.token);
}

/// Browsers name the page with every POST and every preflight. Programs need the secret alone.
bool ProfilerApi::isAllowed(std::string_view origin) const
{
    return origin.empty() ||
           std::ranges::find(m_options.allowedOrigins, origin) != m_options.allowedOrigins.end();
}

HttpOpening
ProfilerApi::guarded(const HttpRequestHead& head, Question question, RequestRunner& runner)
{
    if (!knowsToken(head))
        return emptyResponse(404);
    const auto origin = std::string(head.header("Origin"));
    if (!isAllowed(origin))
        return failure(403, "pages of this origin may not ask (mozilla.profiler.allow_origins)");
    auto opening = (this->*question)(head, runner);
    if (origin.empty())
        return opening;
    return filterResponse(std::move(opening),
                          [origin](HttpResponse& response) { allowOrigin(response, origin); });
}

HttpOpening ProfilerApi::preflight(const HttpRequestHead& head) const
{
    if (!knowsToken(head))
        return emptyResponse(404);
    const auto origin = head.header("Origin");
    if (!isAllowed(origin))
        return emptyResponse(403);
    auto response = emptyResponse(204);
    constexpr std::string_view kMethods = "POST, OPTIONS";
    if (head.header("Access-Control-Request-Method").empty()) {
        response.headers.emplace_back("Allow", kMethods);
        return response;
    }
    allowOrigin(response, origin);
    response.headers.emplace_back("Access-Control-Allow-Methods", kMethods);
    response.headers.emplace_back("Access-Control-Max-Age", "86400");
    if (const auto wanted = head.header("Access-Control-Request-Headers"); !wanted.empty())
        response.headers.emplace_back("Access-Control-Allow-Headers", wanted);
    return response;
}

HttpOpening ProfilerApi::openNames(const HttpRequestHead& head, RequestRunner& runner)
{
    return m_names.open(head, ApiVersion::V5, runner);
}

HttpOpening ProfilerApi::openSource(const HttpRequestHead& head, RequestRunner& runner)
{
    return openJson(head, m_options, runner, decodeSourceRequest,
                    [this](const SourceRequest& request, std::stop_token stop) {
                        return answerSource(request, std::move(stop));
                    });
}

HttpOpening ProfilerApi::openCode(const HttpRequestHead& head, RequestRunner& runner)
{
    return openJson(head, m_options, runner, decodeCodeRequest,
                    [this](const CodeRequest& request, const std::stop_token& stop) {
                        return answerCode(request, stop);
                    });
}

HttpResponse ProfilerApi::answerSource(const SourceRequest& request, std::stop_token stop)
{
    const auto text =
        m_code.readSource(request.wanted, request.offset, request.file, std::move(stop));
    return text ? jsonResponse(200, render(request, *text)) : refuse(text.error());
}

HttpResponse ProfilerApi::answerCode(const CodeRequest& request, const std::stop_token& stop)
{
    const auto code = m_code.findCode(request.wanted, stop);
    if (!code)
        return refuse(code.error());
    const auto listing = listCode(*code, request, stop);
    return listing ? jsonResponse(200, render(*listing)) : refuse(listing.error());
}

HttpResponse ProfilerApi::refuse(const Error& error) const
{
    const auto status = statusFor(error.kind);
    m_log.write(LogLevel::Debug, "server", concat("profiler: ", error.describe()));
    auto response = failure(status, error.detail);
    if (status == 503)
        response.headers.emplace_back("Retry-After", "30");
    return response;
}

} // namespace faultline::server::mozilla
