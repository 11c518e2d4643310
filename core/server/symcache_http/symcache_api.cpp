// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symcache_http/symcache_api.h"

#include "core/base/file.h"
#include "core/base/hex.h"
#include "core/base/text.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace faultline::server::symcache_http {

/// A decoded request.
struct SymcacheApi::Request
{
    PdbKey key;
    FormatVersion wanted;
    std::optional<FormatVersion> exceeds;
    bool asksAgain = false; ///< The client knows what 404 with Retry-After means.
};

namespace {

constexpr std::size_t kMaxRetrySeconds = 30;
constexpr const char* kTransientRetrySeconds = "60";

HttpResponse notFound()
{
    return emptyResponse(404);
}

HttpResponse unavailable(const char* seconds)
{
    auto response = textResponse(503, "not available for the moment");
    response.headers.emplace_back("Retry-After", seconds);
    return response;
}

/// The router leaves damaged escapes unchanged. In this API such a path is refused, because a name
/// must be exact.
bool hasWholeEscapes(std::string_view path)
{
    for (std::size_t at = path.find('%'); at != path.npos; at = path.find('%', at + 1)) {
        if (path.size() - at < 3 || hexValue(path[at + 1]) < 0 || hexValue(path[at + 2]) < 0)
            return false;
    }
    return true;
}

/// The sample server reads the second name; its documentation gives the first.
bool knowsRetryAfter(const HttpRequestHead& head)
{
    return equalsIgnoreCase(head.header("Allow-Retry-After"), "true") ||
           equalsIgnoreCase(head.header("Accept-Retry-After"), "true");
}

Result<std::optional<FormatVersion>> readExceeds(const HttpRequestHead& head,
                                                 const FormatVersion& wanted)
{
    std::vector<std::string_view> values;
    for (const auto& [name, value] : head.headers) {
        if (equalsIgnoreCase(name, "If-Version-Exceeds"))
            values.push_back(value);
    }
    if (values.empty())
        return std::nullopt;
    if (values.size() > 1)
        return fail(ErrorKind::Malformed, "Only one If-Version-Exceeds header is permitted.");
    auto version = FormatVersion::parse(trimAscii(values.front()));
    if (!version)
        return fail(ErrorKind::Malformed,
                    "The If-Version-Exceeds header value is not a valid version.");
    if (version->major == 0)
        return fail(ErrorKind::Malformed,
                    "The If-Version-Exceeds header value is an unsupported version number.");
    if (*version >= wanted)
        return fail(ErrorKind::Malformed,
                    "The If-Version-Exceeds header value must be less than the requested version.");
    return version;
}

HttpResponse serve(const StoredFile& file)
{
    const auto bytes = mapForeignFile(file.path);
    const auto identity = fileIdentity(file.path);
    if (!bytes || bytes->empty() || !identity)
        return notFound(); // The file disappeared in the meantime.
    HttpResponse response;
    response.contentType = concat("application/vnd.ms-symcache; version=", file.version.text());
    response.bytes = *bytes;
    response.headers.emplace_back(
        "ETag", concat("\"", hexDigits(identity->sizeBytes), "-",
                       hexDigits(static_cast<std::uint64_t>(identity->mtimeNs)), "\""));
    return response;
}

} // namespace

SymcacheApi::SymcacheApi(const SymcacheFolder& folder, std::vector<SymcacheMaker*> makers)
    : m_folder(folder), m_makers(std::move(makers))
{
    std::ranges::sort(m_makers, std::greater(), [](const auto* maker) { return maker->version(); });
}

/// The maker of the newest format that the client understands. One that failed for the PDB gives
/// way to an older one. Null when the client understands none of them.
SymcacheMaker* SymcacheApi::makerFor(const Request& request) const
{
    SymcacheMaker* newest = nullptr;
    for (auto* maker : m_makers) {
        if (!isReadableBy(maker->version(), request.wanted))
            continue;
        if (!maker->lastFailure(request.key))
            return maker;
        newest = newest == nullptr ? maker : newest;
    }
    return newest;
}

std::vector<Route> SymcacheApi::routes(RequestRunner& runner)
{
    std::vector<Route> routes;
    for (const auto* path : {"/symcache/{}/{}/{}", "/symcache/{}/{}/{}/{}"}) {
        routes.push_back(
            {"GET", path, [this, &runner](const HttpRequestHead& head, const PathSegments& parts) {
                 return open(head, parts, runner);
             }});
    }
    return routes;
}

/// Errors: NotFound (no file can have this path), Malformed (a bad header).
Result<SymcacheApi::Request> SymcacheApi::readRequest(const HttpRequestHead& head,
                                                      const PathSegments& path)
{
    if (!hasWholeEscapes(head.path))
        return fail(ErrorKind::NotFound, "a damaged percent escape");
    const bool hasVersion = path[0].starts_with('v');
    auto wanted =
        hasVersion ? FormatVersion::parse(std::string_view(path[0]).substr(1)) : std::nullopt;
    auto key = PdbKey::parse(path[1], path[2], path.size() > 3 ? path[3] : "");
    if (!wanted || !wanted->prerelease.empty() || !key || !isServed(*wanted))
        return fail(ErrorKind::NotFound, "no such file");
    FL_TRY(auto exceeds, readExceeds(head, *wanted));
    const bool asksAgain = knowsRetryAfter(head) || !expectsWaiting(*wanted);
    return Request{*std::move(key), *std::move(wanted), std::move(exceeds), asksAgain};
}

Situation SymcacheApi::situationOf(const Request& request,
                                   const std::optional<StoredFile>& file) const
{
    Situation situation{.wanted = request.wanted,
                        .exceeds = request.exceeds,
                        .stored = std::nullopt,
                        .transcoder = std::nullopt,
                        .isKnownToFail = false};
    if (file)
        situation.stored = file->version;
    if (auto* maker = makerFor(request)) {
        situation.transcoder = maker->version();
        situation.isKnownToFail = maker->lastFailure(request.key).has_value();
    }
    return situation;
}

HttpResponse SymcacheApi::answer(const Request& request,
                                 Decision decision,
                                 const std::optional<StoredFile>& file) const
{
    switch (decision) {
    case Decision::Serve: return serve(*file);
    case Decision::NotModified: return emptyResponse(304);
    case Decision::NotFound:
    case Decision::Make: break;
    }
    auto* maker = makerFor(request);
    const bool isTransient =
        maker != nullptr && maker->lastFailure(request.key) == SymcacheMaker::Failure::Transient;
    return isTransient ? unavailable(kTransientRetrySeconds) : notFound();
}

HttpOpening SymcacheApi::open(const HttpRequestHead& head,
                              const PathSegments& path,
                              RequestRunner& runner) const
{
    auto request = readRequest(head, path);
    if (!request && request.error().kind == ErrorKind::Malformed)
        return textResponse(400, request.error().detail);
    if (!request)
        return notFound();
    const auto file = m_folder.best(request->key, request->wanted);
    const auto decision = decide(situationOf(*request, file));
    if (decision == Decision::Make)
        return makeOrAskAgain(*std::move(request), runner);
    return answer(*request, decision, file);
}

HttpOpening SymcacheApi::makeOrAskAgain(Request request, RequestRunner& runner) const
{
    if (request.asksAgain)
        return askAgain(request);
    return makeBodilessExchange(
        [this, request = std::move(request), &runner](RequestExchange::Respond respond) {
            runner.run([this, request](std::stop_token stop) { return makeNow(request, stop); },
                       std::move(respond));
        });
}

HttpResponse SymcacheApi::askAgain(const Request& request) const
{
    auto* maker = makerFor(request);
    const auto place = maker == nullptr ? std::nullopt : maker->enqueue(request.key);
    if (!place)
        return unavailable("10");
    auto response = notFound();
    response.headers.emplace_back("Retry-After",
                                  std::to_string(std::min(*place + 1, kMaxRetrySeconds)));
    return response;
}

HttpResponse SymcacheApi::makeNow(const Request& request, std::stop_token stop) const
{
    auto file = m_folder.best(request.key, request.wanted);
    auto situation = situationOf(request, file);
    for (std::size_t i = 0; i < m_makers.size() && decide(situation) == Decision::Make; ++i) {
        auto* maker = makerFor(request);
        if (maker == nullptr || !maker->make(request.key, stop))
            return unavailable("10");
        file = m_folder.best(request.key, request.wanted);
        situation = situationOf(request, file);
    }
    situation.isKnownToFail = true; // All were just tried, so what is stored now is the answer.
    return answer(request, decide(situation), file);
}

} // namespace faultline::server::symcache_http
