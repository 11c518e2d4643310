// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/mozilla/sharing.h"

#include "core/base/text.h"
#include "core/server/http/response_filter.h"

namespace faultline::server::mozilla {

namespace {

void allowAnyOrigin(HttpResponse& response)
{
    response.headers.emplace_back("Access-Control-Allow-Origin", "*");
    response.headers.emplace_back("Access-Control-Expose-Headers",
                                  "accept, accept-encoding, authorization, content-type, dnt, "
                                  "origin, user-agent, x-csrftoken, x-requested-with");
}

} // namespace

HttpOpening shareWithPages(const HttpRequestHead& head, HttpOpening opening)
{
    if (head.header("Origin").empty())
        return opening;
    return filterResponse(std::move(opening), allowAnyOrigin);
}

bool wantsDebug(const HttpRequestHead& head)
{
    const auto value = toLowerAscii(head.header("Debug"));
    return value == "1" || value == "true" || value == "yes";
}

HttpResponse preflightResponse(const HttpRequestHead& head, std::string_view methods)
{
    auto response = emptyResponse(200);
    allowAnyOrigin(response);
    const auto wanted = head.header("Access-Control-Request-Headers");
    response.headers.emplace_back("Access-Control-Allow-Methods", methods);
    response.headers.emplace_back("Access-Control-Allow-Headers",
                                  wanted.empty() ? "*" : std::string(wanted));
    response.headers.emplace_back("Access-Control-Max-Age", "86400");
    return response;
}

} // namespace faultline::server::mozilla
