#include "core/server/http/access_guard.h"

#include "core/base/constant_time.h"
#include "core/base/text.h"

#include <algorithm>

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

bool isAmong(std::string_view token, const std::vector<std::string>& tokens)
{
    bool isKnown = false;
    for (const auto& each : tokens) // To the end, so that the time does not tell which one it is.
        isKnown = equalsInConstantTime(token, each) || isKnown;
    return isKnown;
}

} // namespace

std::optional<HttpResponse> AccessGuard::refusal(const HttpRequestHead& head,
                                                 RouteAccess access) const
{
    if (access != RouteAccess::Api || !m_policy.bearerTokens)
        return std::nullopt;
    const auto token = bearerToken(head);
    if (!token.empty() && isAmong(token, *m_policy.bearerTokens))
        return std::nullopt;
    auto response = errorResponse(401, token.empty() ? "a bearer token is needed"
                                                     : "the bearer token is not valid");
    response.headers.emplace_back("WWW-Authenticate", token.empty() ? "Bearer realm=\"faultline\""
                                                                    : "Bearer realm=\"faultline\", "
                                                                      "error=\"invalid_token\"");
    return response;
}

} // namespace faultline::server
