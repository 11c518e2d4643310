#include "core/server/http/router.h"

#include "core/server/http/query_string.h"

#include <optional>

namespace faultline::server {

namespace {

/// The variable segment (empty for a fixed path) when the route's path fits.
std::optional<std::string> match(const Route& route, std::string_view path)
{
    constexpr std::string_view kSegment = "/{}";
    const std::string_view pattern = route.path;
    if (!pattern.ends_with(kSegment))
        return pattern == path ? std::optional(std::string()) : std::nullopt;
    const auto prefix = pattern.substr(0, pattern.size() - kSegment.size() + 1);
    if (!path.starts_with(prefix))
        return std::nullopt;
    const auto segment = path.substr(prefix.size());
    if (segment.empty() || segment.contains('/'))
        return std::nullopt;
    return percentDecoded(segment, PlusSign::IsPlus);
}

bool serves(const Route& route, std::string_view method)
{
    return route.method == method || (route.method == "GET" && method == "HEAD");
}

} // namespace

HttpOpening Router::open(const HttpRequestHead& head)
{
    std::string allowed;
    for (const auto& route : m_routes) {
        const auto segment = match(route, head.path);
        if (!segment)
            continue;
        if (serves(route, head.method))
            return route.open(head, *segment);
        allowed += (allowed.empty() ? "" : ",") +
                   (route.method == "GET" ? std::string("GET,HEAD") : route.method);
    }
    if (allowed.empty())
        return emptyResponse(404);
    auto response = emptyResponse(405);
    response.headers.emplace_back("Allow", allowed);
    return response;
}

} // namespace faultline::server
