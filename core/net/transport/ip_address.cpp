// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/transport/ip_address.h"

#include "core/base/hex.h"

#include <arpa/inet.h>
#include <array>

namespace faultline::net {

std::optional<IpAddress> parseIpAddress(const std::string& text)
{
    std::array<std::byte, 16> bytes{};
    if (::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1)
        return IpAddress(bytes.begin(), bytes.begin() + 4);
    if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1)
        return IpAddress(bytes.begin(), bytes.end());
    return std::nullopt;
}

bool IpNetwork::contains(Bytes address) const
{
    if (address.size() != prefix.size())
        return false;
    for (unsigned bit = 0; bit < bits; bit += 8) {
        const auto used = std::min(8u, bits - bit);
        const auto mask = static_cast<std::byte>(0xff << (8 - used));
        if ((address[bit / 8] & mask) != (prefix[bit / 8] & mask))
            return false;
    }
    return true;
}

std::optional<IpNetwork> parseIpNetwork(const std::string& text)
{
    const auto slash = text.find('/');
    auto address = parseIpAddress(text.substr(0, slash));
    if (!address)
        return std::nullopt;
    const auto longest = static_cast<unsigned>(address->size() * 8);
    if (slash == std::string::npos)
        return IpNetwork{*std::move(address), longest};
    const auto bits = parseDecimal(std::string_view(text).substr(slash + 1));
    if (!bits || *bits > longest)
        return std::nullopt;
    return IpNetwork{*std::move(address), static_cast<unsigned>(*bits)};
}

} // namespace faultline::net
