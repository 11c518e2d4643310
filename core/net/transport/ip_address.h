// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/byte_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace faultline::net {

/// An IPv4 (4 bytes) or IPv6 (16 bytes) address in network order.
using IpAddress = std::vector<std::byte>;

/// Parses "10.0.0.1" or "::1"; absent for names and everything else.
std::optional<IpAddress> parseIpAddress(const std::string& text);

/// All addresses with a common prefix.
struct IpNetwork
{
    IpAddress prefix;
    unsigned bits = 0;

    bool contains(Bytes address) const;
};

/// Parses "10.0.0.0/8", "fc00::/7", or a single address.
std::optional<IpNetwork> parseIpNetwork(const std::string& text);

} // namespace faultline::net
