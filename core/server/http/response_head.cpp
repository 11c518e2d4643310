// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/response_head.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>

namespace faultline::server {

namespace {

void append(std::string& head, std::string_view name, std::string_view value)
{
    head.append(name).append(": ").append(value).append("\r\n");
}

bool isReplaced(const HttpResponse& response, std::size_t index)
{
    return std::any_of(response.headers.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                       response.headers.end(), [&](const auto& later) {
                           return equalsIgnoreCase(later.first, response.headers[index].first);
                       });
}

} // namespace

std::string responseHead(const HttpResponse& response, const ResponseHeadOptions& options)
{
    std::string head = concat("HTTP/1.", options.isVersion10 ? "0" : "1", " ", response.status, " ",
                              options.reason, "\r\n");
    // The default depends on the version (RFC 9112 §9.3).
    if (options.closes != options.isVersion10)
        append(head, "Connection", options.closes ? "close" : "keep-alive");
    if (!response.contentType.empty())
        append(head, "Content-Type", response.contentType);
    for (std::size_t i = 0; i < response.headers.size(); ++i) {
        if (!isReplaced(response, i))
            append(head, response.headers[i].first, response.headers[i].second);
    }
    append(head, "Content-Length", std::to_string(response.content().size()));
    return head.append("\r\n");
}

} // namespace faultline::server
