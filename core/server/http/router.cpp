// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/router.h"

#include "core/server/http/query_string.h"

#include <optional>

namespace faultline::server {

namespace {

constexpr std::string_view kOneSegment = "{}";
constexpr std::string_view kTheRest = "{*}";

/// Removes and returns the segment before the next slash. Removes the slash too.
std::string_view takeSegment(std::string_view& path)
{
    const auto slash = path.find('/');
    const auto segment = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    return segment;
}

/// Returns the variable segments if the path matches the pattern.
std::optional<PathSegments> match(std::string_view pattern, std::string_view path)
{
    PathSegments segments;
    while (true) {
        const bool patternEndsHere = !pattern.contains('/');
        const bool pathEndsHere = !path.contains('/');
        const auto rest = path;
        const auto wanted = takeSegment(pattern);
        const auto segment = takeSegment(path);
        if (wanted == kTheRest) {
            if (rest.empty())
                return std::nullopt;
            segments.push_back(percentDecoded(rest, PlusSign::IsPlus));
            return segments;
        }
        if (wanted == kOneSegment && !segment.empty())
            segments.push_back(percentDecoded(segment, PlusSign::IsPlus));
        else if (wanted != segment)
            return std::nullopt;
        if (patternEndsHere || pathEndsHere)
            return patternEndsHere == pathEndsHere ? std::optional(segments) : std::nullopt;
    }
}

bool serves(const Route& route, std::string_view method)
{
    return route.method == method || (route.method == "GET" && method == "HEAD");
}

/// Adds the methods of a route that are not yet in the list.
void allow(std::string& methods, const Route& route)
{
    // Both alternatives must be views: a string literal and a string would make a temporary string.
    const auto names =
        route.method == "GET" ? std::string_view("GET,HEAD") : std::string_view(route.method);
    if (methods.contains(names))
        return;
    methods += methods.empty() ? "" : ",";
    methods += names;
}

} // namespace

HttpOpening Router::open(const HttpRequestHead& head)
{
    std::string allowed;
    for (const auto& route : m_routes) {
        const auto segments = match(route.path, head.path);
        if (!segments)
            continue;
        if (serves(route, head.method)) {
            if (auto refusal = m_guard.refusal(head, route.access))
                return *std::move(refusal);
            return route.open(head, *segments);
        }
        allow(allowed, route);
    }
    if (allowed.empty())
        return emptyResponse(404);
    auto response = emptyResponse(405);
    response.headers.emplace_back("Allow", allowed);
    return response;
}

} // namespace faultline::server
