#pragma once

#include "core/server/http/http_types.h"

#include <functional>
#include <string>
#include <vector>

namespace faultline::server {

/// One path with one method. A path that ends in "/{}" takes one more segment, which the opener
/// gets percent-decoded.
struct Route
{
    std::string method; ///< GET also serves HEAD.
    std::string path;
    std::function<HttpOpening(const HttpRequestHead& head, const std::string& segment)> open;
};

/// Finds the route of a request: an unknown path is 404, a known one with another method 405 with
/// `Allow`, both without a body. No trailing slashes, case matters (docs/spec/http-api.md §1).
class Router final : public HttpHandler
{
public:
    explicit Router(std::vector<Route> routes) : m_routes(std::move(routes)) {}

    HttpOpening open(const HttpRequestHead& head) override;

private:
    std::vector<Route> m_routes;
};

} // namespace faultline::server
