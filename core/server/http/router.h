#pragma once

#include "core/server/http/http_types.h"

#include <functional>
#include <string>
#include <vector>

namespace faultline::server {

/// A path and a method. A path that ends in "/{}" accepts one more segment, which the opener
/// receives percent-decoded.
struct Route
{
    std::string method; ///< GET also serves HEAD.
    std::string path;
    std::function<HttpOpening(const HttpRequestHead& head, const std::string& segment)> open;
};

/// Finds the route of a request. Answers 404 for an unknown path, and 405 with `Allow` for a known
/// path with another method, both without a body. No trailing slashes; case matters
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
