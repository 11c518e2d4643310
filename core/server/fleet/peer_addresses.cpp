// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/peer_addresses.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <string_view>

namespace faultline::server {

namespace {

struct HostAndPort
{
    std::string host;
    std::string port;
};

HostAndPort split(std::string_view peer)
{
    const auto colon = peer.rfind(':');
    if (colon == std::string_view::npos)
        return {};
    auto host = peer.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    return {std::string(host), std::string(peer.substr(colon + 1))};
}

/// Empty for an address that cannot be written.
std::string numeric(const addrinfo& found, const std::string& port)
{
    std::array<char, NI_MAXHOST> host{};
    if (getnameinfo(found.ai_addr, found.ai_addrlen, host.data(), host.size(), nullptr, 0,
                    NI_NUMERICHOST) != 0)
        return {};
    const std::string_view text = host.data();
    return found.ai_family == AF_INET6 ? concat("[", text, "]:", port) : concat(text, ":", port);
}

void addAddresses(const std::string& peer, std::vector<std::string>& addresses)
{
    const auto [host, port] = split(peer);
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* first = nullptr;
    if (getaddrinfo(host.c_str(), port.c_str(), &hints, &first) != 0)
        return;
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(first, &freeaddrinfo);
    for (const auto* found = first; found != nullptr; found = found->ai_next) {
        auto address = numeric(*found, port);
        if (!address.empty() && addresses.size() < kMostPeers &&
            std::ranges::find(addresses, address) == addresses.end())
            addresses.push_back(std::move(address));
    }
}

} // namespace

std::vector<std::string> resolvePeers(const std::vector<std::string>& peers)
{
    std::vector<std::string> addresses;
    for (const auto& peer : peers)
        addAddresses(peer, addresses);
    return addresses;
}

} // namespace faultline::server
