#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::net {

/// Proxies by the scheme of the requested URL, as libcurl takes them ("http://proxy:3128",
/// "socks5h://…"; without a scheme: http).
struct ProxySettings
{
    std::string http;
    std::string https;
    std::vector<std::string> direct; ///< Hosts reached without: names with their subdomains,
                                     ///< addresses, networks ("10.0.0.0/8"), or "*" for all.

    /// Empty: none.
    std::string proxyFor(std::string_view url) const;
};

/// From `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in lower case first, then in upper
/// case; but not from HTTP_PROXY when REQUEST_METHOD is set, since a CGI client could have made it
/// ("httpoxy").
ProxySettings proxySettingsFrom(
    const std::function<std::optional<std::string>(const std::string& name)>& variable);

} // namespace faultline::net
