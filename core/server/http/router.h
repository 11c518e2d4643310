// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/server/http/access_guard.h"
#include "core/server/http/http_types.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::server {

/// The variable parts of a path, percent-decoded, in order.
using PathSegments = std::vector<std::string>;

/// One path with one method. "{}" stands for one non-empty segment; "{*}" at the end stands for the
/// rest of the path.
struct Route
{
    std::string method; ///< GET also serves HEAD.
    std::string path;
    std::function<HttpOpening(const HttpRequestHead& head, const PathSegments& segments)> open;
    RouteAccess access = RouteAccess::Api;
};

/// Selects the first route that matches a request. An unknown path gets 404, a known path with
/// another method 405 with `Allow`; both answers have no body. A trailing slash and the case of
/// letters matter (docs/spec/http-api.md §1).
class Router final : public HttpHandler
{
public:
    explicit Router(std::vector<Route> routes, AccessPolicy access = {})
        : m_routes(std::move(routes)), m_guard(std::move(access))
    {
    }

    HttpOpening open(const HttpRequestHead& head) override;

private:
    std::vector<Route> m_routes;
    AccessGuard m_guard;
};

} // namespace faultline::server
