// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/http/request_head.h"

#include <boost/beast/core/string.hpp>
#include <iterator>

namespace faultline::server {

namespace http = boost::beast::http;

namespace {

std::string_view withoutAuthority(std::string_view target)
{
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!boost::beast::iequals(target.substr(0, scheme.size()), scheme))
            continue;
        const auto path = target.find_first_of("/?", scheme.size());
        return path == std::string_view::npos ? "/" : target.substr(path);
    }
    return target;
}

} // namespace

bool isWellFramed(const BeastRequestHead& message)
{
    if (message.count(http::field::host) > 1)
        return false;
    const auto [first, last] = message.equal_range(http::field::transfer_encoding);
    if (first == last)
        return true;
    return std::next(first) == last && boost::beast::iequals(first->value(), "chunked") &&
           message.version() == 11;
}

HttpRequestHead requestHead(const BeastRequestHead& message,
                            const boost::optional<std::uint64_t>& contentLength)
{
    const auto target = withoutAuthority({message.target().data(), message.target().size()});
    const auto queryStart = target.find('?');
    HttpRequestHead head;
    head.method = std::string(message.method_string());
    head.path = std::string(target.substr(0, queryStart));
    if (head.path.empty())
        head.path = "/"; // "http://host?query"
    if (queryStart != std::string_view::npos)
        head.query = std::string(target.substr(queryStart + 1));
    for (const auto& field : message)
        head.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
    if (contentLength)
        head.contentLength = *contentLength;
    return head;
}

} // namespace faultline::server
