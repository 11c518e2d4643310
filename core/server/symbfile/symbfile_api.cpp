// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbfile/symbfile_api.h"

#include "core/base/random_id.h"
#include "core/json/json_writer.h"
#include "core/server/http/body_exchange.h"

#include <memory>

namespace faultline::server::symbfile_api {

namespace {

constexpr const char* kRetryAfter = "60";

HttpResponse success()
{
    return jsonResponse(200,
                        std::make_shared<const std::string>(R"({"success":true,"status":200})"));
}

/// Returns the id in a path, if the two folders before it are its first characters.
std::optional<symbfile::FileId> idOf(const PathSegments& path)
{
    const auto& text = path[2];
    const auto id = symbfile::FileId::parseBase64(text);
    if (!id || id->base64() != text || path[0] != text.substr(0, 2) || path[1] != text.substr(2, 2))
        return std::nullopt;
    return id;
}

/// Tells whether the client is at fault, which is the case when the bytes are wrong. All other
/// errors are ours.
bool isClientError(const Error& error)
{
    const auto kind = broadKind(error.kind);
    return kind == ErrorKind::Malformed || kind == ErrorKind::Unsupported;
}

} // namespace

std::vector<Route> SymbfileApi::routes(RequestRunner& runner)
{
    std::vector<Route> routes;
    for (const auto kind : {Kind::Ranges, Kind::ReturnPads}) {
        for (const auto* method : {"POST", "PUT"}) {
            routes.push_back({method, concat("/api/symbols-", kindName(kind)),
                              [this, kind, &runner](const HttpRequestHead& head, const auto&) {
                                  return openUpload(head, kind, runner);
                              },
                              RouteAccess::OwnToken});
        }
    }
    routes.push_back({"GET", "/symbfiles/{}/{}/{}/metadata.json",
                      [this](const HttpRequestHead&, const PathSegments& path) {
                          return HttpOpening(metadata(path));
                      }});
    routes.push_back({"GET", "/symbfiles/{}/{}/{}/ranges",
                      [this](const HttpRequestHead&, const PathSegments& path) {
                          return HttpOpening(ranges(path));
                      }});
    return routes;
}

HttpOpening SymbfileApi::openUpload(const HttpRequestHead& head, Kind kind, RequestRunner& runner)
{
    if (!isAuthorized(head, m_options.apiKeys))
        return refuse(401, "unauthorized", "a valid API key is needed");
    const auto headers = readUploadHeaders(head);
    if (!headers)
        return refuse(400, "bad_header", headers.error().detail);
    const BodyExchangeOptions options{
        .spoolFolder = m_options.spoolFolder,
        .maxBodyBytes = m_options.maxBodyBytes,
        .refuse = [this](unsigned status, std::string_view text) {
            return refuse(status, status == 413 ? "too_large" : "storage", text);
        }};
    return openBodyExchange(
        head, options,
        [this, kind, headers = *headers, &runner](ByteView body, RequestExchange::Respond respond) {
            runner.run(
                [this, kind, headers, body = std::move(body)](std::stop_token stop) {
                    return store(kind, headers, body, std::move(stop));
                },
                std::move(respond));
        });
}

HttpResponse SymbfileApi::store(Kind kind,
                                const UploadHeaders& headers,
                                const ByteView& body,
                                std::stop_token stop)
{
    const auto outcome = m_store.addPart(kind, headers, body, std::move(stop));
    if (!outcome && isClientError(outcome.error()))
        return refuse(400, "bad_symbfile", outcome.error().detail);
    if (!outcome) {
        auto response = refuse(503, "storage", outcome.error().detail);
        response.headers.emplace_back("Retry-After", kRetryAfter);
        return response;
    }
    if (*outcome == SymbfileStore::Outcome::Completed)
        m_options.onCompleted(kind, headers);
    return success();
}

/// Logs the uuid as well, so that an operator finds the upload that a user reports.
HttpResponse
SymbfileApi::refuse(unsigned status, std::string_view code, std::string_view text) const
{
    const auto uuid = randomUuid();
    m_log.write(LogLevel::Warning, "server",
                concat("symbfile upload ", uuid, " refused: ", status, " ", code, ": ", text));
    auto body = std::make_shared<std::string>();
    json::JsonWriter json(*body);
    json.beginObject().member("success", false).member("uuid", uuid);
    json.key("error").beginObject().member("Code", code).member("Text", text).endObject();
    json.member("status", std::uint64_t{status}).endObject();
    return jsonResponse(status, std::move(body));
}

HttpResponse SymbfileApi::metadata(const PathSegments& path) const
{
    const auto id = idOf(path);
    if (!id || !m_store.read(Kind::Ranges, *id))
        return emptyResponse(404);
    auto body = std::make_shared<std::string>();
    json::JsonWriter json(*body);
    json.beginObject().member("version", std::uint64_t{1});
    json.key("symbolFileReferences").beginObject().member("dwarfFileID", id->base64()).endObject();
    json.endObject();
    return jsonResponse(200, std::move(body));
}

HttpResponse SymbfileApi::ranges(const PathSegments& path) const
{
    const auto id = idOf(path);
    if (!id)
        return emptyResponse(404);
    const auto packed = m_store.read(Kind::Ranges, *id);
    if (!packed)
        return emptyResponse(404);
    HttpResponse response;
    response.contentType = "application/octet-stream";
    response.bytes = *packed;
    return response;
}

} // namespace faultline::server::symbfile_api
