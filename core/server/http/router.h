#pragma once

#include "core/server/http/http_types.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::server {

/// The variable parts of a path, percent-decoded, in order.
using PathSegments = std::vector<std::string>;

/// One path with one method. "{}" in a path stands for one segment that is not empty, "{*}" at its
/// end for everything that is left.
struct Route
{
    std::string method; ///< GET also serves HEAD.
    std::string path;
    std::function<HttpOpening(const HttpRequestHead& head, const PathSegments& segments)> open;
};

/// Finds the route of a request, the first one that fits: an unknown path is 404, a known one with
/// another method 405 with `Allow`, both without a body. No trailing slashes, case matters
/// (docs/spec/http-api.md §1).
class Router final : public HttpHandler
{
public:
    explicit Router(std::vector<Route> routes) : m_routes(std::move(routes)) {}

    HttpOpening open(const HttpRequestHead& head) override;

private:
    std::vector<Route> m_routes;
};

} // namespace faultline::server
