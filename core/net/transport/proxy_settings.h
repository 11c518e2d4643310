// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::net {

/// Proxies by the scheme of the requested URL, in libcurl's notation ("http://proxy:3128",
/// "socks5h://…"; no scheme means http).
struct ProxySettings
{
    std::string http;
    std::string https;
    std::vector<std::string>
        direct; ///< Hosts reached without a proxy: names including their subdomains, addresses,
                ///< networks ("10.0.0.0/8"), or "*" for all.

    /// Empty means no proxy.
    std::string proxyFor(std::string_view url) const;
};

/// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, first in lower case, then in
/// upper case. HTTP_PROXY is ignored when REQUEST_METHOD is set, because a CGI client could have
/// set it ("httpoxy").
ProxySettings proxySettingsFrom(
    const std::function<std::optional<std::string>(const std::string& name)>& variable);

} // namespace faultline::net
