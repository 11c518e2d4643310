// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/access_guard.h"

#include "core/base/constant_time.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>

namespace faultline::server {

namespace {

/// The secret in "Bearer <secret>"; the scheme's case does not matter (RFC 9110 §11.1).
std::string_view bearerToken(const HttpRequestHead& head)
{
    constexpr std::string_view kScheme = "bearer ";
    const auto value = head.header("Authorization");
    if (!equalsIgnoreCase(value.substr(0, kScheme.size()), kScheme))
        return {};
    return trimAscii(value.substr(kScheme.size()));
}

/// Decodes base64 (RFC 4648 §4) up to the first other character.
std::string fromBase64(std::string_view text)
{
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const auto digit = kDigits.find(c);
        if (digit == std::string_view::npos)
            break;
        bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xffff;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> count & 0xff);
        }
    }
    return bytes;
}

/// The password of "Basic <base64 of user:password>" (RFC 7617), which browsers can send.
std::string basicPassword(const HttpRequestHead& head)
{
    constexpr std::string_view kScheme = "basic ";
    const auto value = head.header("Authorization");
    if (!equalsIgnoreCase(value.substr(0, kScheme.size()), kScheme))
        return {};
    const auto pair = fromBase64(trimAscii(value.substr(kScheme.size())));
    const auto colon = pair.find(':');
    return colon == std::string::npos ? std::string() : pair.substr(colon + 1);
}

/// "[::1]:80" gives "::1", "host.:80" gives "host".
std::string hostName(std::string_view header)
{
    auto name = header;
    if (name.starts_with('['))
        name = name.substr(1, name.find(']') == std::string_view::npos ? 0 : name.find(']') - 1);
    else
        name = name.substr(0, name.find(':'));
    if (name.ends_with('.'))
        name.remove_suffix(1);
    return toLowerAscii(name);
}

bool isAddress(const std::string& name)
{
    std::array<std::byte, sizeof(in6_addr)> address{};
    return inet_pton(AF_INET, name.c_str(), address.data()) == 1 ||
           inet_pton(AF_INET6, name.c_str(), address.data()) == 1;
}

HttpResponse askForToken(RouteAccess access, bool hadOne)
{
    auto response = errorResponse(401, hadOne ? "the token is not valid" : "a token is needed");
    if (access == RouteAccess::Page)
        response.headers.emplace_back("WWW-Authenticate", "Basic realm=\"faultline\"");
    else
        response.headers.emplace_back(
            "WWW-Authenticate",
            concat("Bearer realm=\"faultline\"", hadOne ? ", error=\"invalid_token\"" : ""));
    return response;
}

} // namespace

bool isKnownHost(std::string_view host, const std::optional<std::vector<std::string>>& known)
{
    const auto name = hostName(host);
    if (known)
        return std::ranges::find(*known, name) != known->end();
    return name == "localhost" || isAddress(name);
}

bool AccessGuard::mayUse(const HttpRequestHead& head, RouteAccess access) const
{
    if (!m_policy.bearerTokens)
        return true;
    auto token = std::string(bearerToken(head));
    if (token.empty() && access == RouteAccess::Page)
        token = basicPassword(head);
    return isAmongSecrets(token, *m_policy.bearerTokens);
}

std::optional<HttpResponse> AccessGuard::refusal(const HttpRequestHead& head,
                                                 RouteAccess access) const
{
    if (access == RouteAccess::Open || access == RouteAccess::OwnToken)
        return std::nullopt;
    if (access == RouteAccess::Page && !isKnownHost(head.header("Host"), m_policy.knownHosts))
        return errorResponse(403, "the Host header names no known host (allowed_hosts)");
    if (mayUse(head, access))
        return std::nullopt;
    return askForToken(access, !head.header("Authorization").empty());
}

} // namespace faultline::server
