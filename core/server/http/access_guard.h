// SPDX-License-Identifier: GPL-3.0-or-later
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
    Page,     ///< Like Api, but for a browser: the token may be a password, and Host must be known.
};

struct AccessPolicy
{
    /// Absent: no authentication, as in Symbolicator. Empty: nobody may use the API.
    std::optional<std::vector<std::string>> bearerTokens{};
    /// Names, in lower case, by which browsers may ask for pages. Absent: addresses and localhost,
    /// which no foreign web page can claim as its own name (DNS rebinding).
    std::optional<std::vector<std::string>> knownHosts{};
};

/// Checks requests before their bodies arrive. Thread-safe.
class AccessGuard
{
public:
    explicit AccessGuard(AccessPolicy policy) : m_policy(std::move(policy)) {}

    /// Absent when the request may go on. 401 asks for a token (RFC 6750 §3).
    std::optional<HttpResponse> refusal(const HttpRequestHead& head, RouteAccess access) const;

private:
    bool mayUse(const HttpRequestHead& head, RouteAccess access) const;

    AccessPolicy m_policy;
};

/// Tells whether `host`, the value of the header, is one of `known`, or without a list an IP
/// address or localhost. The port does not count.
bool isKnownHost(std::string_view host, const std::optional<std::vector<std::string>>& known);

} // namespace faultline::server
