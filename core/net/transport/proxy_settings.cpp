// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/proxy_settings.h"

#include "core/base/text.h"
#include "core/net/transport/ip_address.h"
#include "core/sources/url.h"

#include <algorithm>

namespace faultline::net {

namespace {

using Variable = std::function<std::optional<std::string>(const std::string& name)>;

std::string firstOf(const Variable& variable, std::initializer_list<const char*> names)
{
    for (const auto* name : names) {
        if (const auto value = variable(name); value && !trimAscii(*value).empty())
            return std::string(trimAscii(*value));
    }
    return {};
}

/// Separated by commas or blanks.
std::vector<std::string> hostList(std::string_view text)
{
    std::vector<std::string> hosts;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(", \t"), text.size());
        if (end > 0)
            hosts.push_back(toLowerAscii(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return hosts;
}

/// "example.org", ".example.org" and "*.example.org" mean the name and everything below it.
bool namesHost(std::string_view entry, std::string_view host)
{
    if (entry.starts_with("*."))
        entry.remove_prefix(2);
    else if (entry.starts_with('.'))
        entry.remove_prefix(1);
    if (entry.empty() || !host.ends_with(entry))
        return false;
    return host.size() == entry.size() || host[host.size() - entry.size() - 1] == '.';
}

bool coversHost(const std::string& entry, const std::string& host)
{
    if (entry == "*")
        return true;
    const auto address = parseIpAddress(host);
    const auto network = parseIpNetwork(entry);
    return address && network ? network->contains(*address) : namesHost(entry, host);
}

} // namespace

std::string ProxySettings::proxyFor(std::string_view url) const
{
    const auto& proxy = equalsIgnoreCase(sources::splitUrl(url).scheme, "https") ? https : http;
    const auto host = sources::urlHost(url);
    const bool isDirect =
        std::ranges::any_of(direct, [&](const auto& entry) { return coversHost(entry, host); });
    return isDirect ? std::string() : proxy;
}

ProxySettings proxySettingsFrom(const Variable& variable)
{
    const auto all = firstOf(variable, {"all_proxy", "ALL_PROXY"});
    ProxySettings settings;
    settings.http = firstOf(variable, {"http_proxy"});
    if (settings.http.empty() && !variable("REQUEST_METHOD"))
        settings.http = firstOf(variable, {"HTTP_PROXY"});
    settings.https = firstOf(variable, {"https_proxy", "HTTPS_PROXY"});
    for (auto* proxy : {&settings.http, &settings.https}) {
        if (proxy->empty())
            *proxy = all;
    }
    settings.direct = hostList(firstOf(variable, {"no_proxy", "NO_PROXY"}));
    return settings;
}

} // namespace faultline::net
