#pragma once

#include "core/server/http/http_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faultline::server {

/// Who may use a route.
enum class RouteAccess : std::uint8_t {
    Api,      ///< Whoever has a bearer token, if the server has any.
    Open,     ///< Everybody: monitors, and browsers that ask what they may send.
    OwnToken, ///< The route checks tokens of its own.
};

struct AccessPolicy
{
    /// Absent: no authentication, as in Symbolicator. Empty: nobody may use the API.
    std::optional<std::vector<std::string>> bearerTokens{};
};

/// Checks requests before their bodies arrive. Thread-safe.
class AccessGuard
{
public:
    explicit AccessGuard(AccessPolicy policy) : m_policy(std::move(policy)) {}

    /// Absent when the request may go on. 401 asks for a token (RFC 6750 §3).
    std::optional<HttpResponse> refusal(const HttpRequestHead& head, RouteAccess access) const;

private:
    AccessPolicy m_policy;
};

} // namespace faultline::server
