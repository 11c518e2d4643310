// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/fleet/peer_addresses.h"

#include "core/base/host_port.h"
#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <string_view>
#include <utility>

namespace faultline::server {

namespace {

/// Empty for an address that cannot be written.
std::string numeric(const addrinfo& found, std::uint16_t port)
{
    std::array<char, NI_MAXHOST> host{};
    if (getnameinfo(found.ai_addr, found.ai_addrlen, host.data(), host.size(), nullptr, 0,
                    NI_NUMERICHOST) != 0)
        return {};
    const std::string_view text = host.data();
    return found.ai_family == AF_INET6 ? concat("[", text, "]:", port) : concat(text, ":", port);
}

/// The addresses of one peer. Errors: NotFound.
Result<std::vector<std::string>> addressesOf(const std::string& peer)
{
    const auto place = parseHostPort(peer);
    if (!place)
        return fail(ErrorKind::NotFound, "expected a name or an address with a port");
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* first = nullptr;
    if (const int code = getaddrinfo(place->host.c_str(), nullptr, &hints, &first); code != 0)
        return fail(ErrorKind::NotFound, gai_strerror(code));
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(first, &freeaddrinfo);
    std::vector<std::string> addresses;
    for (const auto* found = first; found != nullptr; found = found->ai_next)
        addresses.push_back(numeric(*found, place->port));
    return addresses;
}

} // namespace

std::vector<std::string> PeerResolver::operator()(const std::stop_token& stop)
{
    std::vector<std::string> addresses;
    for (const auto& peer : m_peers) {
        if (stop.stop_requested())
            break;
        if (auto found = addressesOf(peer)) {
            m_unknown.erase(peer);
            add(*std::move(found), addresses);
        } else if (m_unknown.insert(peer).second) {
            m_log->write(LogLevel::Warning, "fleet",
                         concat("peers: ", peer, ": ", found.error().detail));
        }
    }
    return addresses;
}

void PeerResolver::add(std::vector<std::string> found, std::vector<std::string>& addresses)
{
    for (auto& address : found) {
        if (address.empty() || std::ranges::find(addresses, address) != addresses.end())
            continue;
        if (addresses.size() < kMostPeers)
            addresses.push_back(std::move(address));
        else if (!std::exchange(m_hasToldOfMore, true))
            m_log->write(LogLevel::Warning, "fleet",
                         concat("peers: only the first ", kMostPeers, " addresses are asked"));
    }
}

} // namespace faultline::server
