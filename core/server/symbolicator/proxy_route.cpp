// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/symbolicator/proxy_route.h"

namespace faultline::server {

namespace {

HttpResponse answer(ObjectProxy& proxy, const ProxyFile& file, std::stop_token stop)
{
    const auto content = proxy.fetch(file, std::move(stop));
    if (!content && content.error().kind == ErrorKind::NotFound)
        return emptyResponse(404);
    if (!content)
        return errorResponse(500, "failed to download object", {content.error().describe()});
    HttpResponse response;
    response.contentType = "application/octet-stream";
    response.bytes = *content;
    return response;
}

} // namespace

HttpOpening openProxy(ServerContext& context, RequestRunner& runner, const std::string& path)
{
    const auto file = ProxyFile::parse(path);
    if (!file || context.proxy == nullptr)
        return emptyResponse(404);
    return makeBodilessExchange(
        [&proxy = *context.proxy, &runner, file = *file](RequestExchange::Respond respond) {
            runner.run([&proxy, file](std::stop_token stop) { return answer(proxy, file, stop); },
                       std::move(respond));
        });
}

} // namespace faultline::server
