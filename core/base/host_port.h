// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faultline {

/// A host with a port, as configurations and command lines name them.
struct HostPort
{
    std::string host; ///< Without the brackets of an IPv6 address.
    std::uint16_t port = 0;

    friend bool operator==(const HostPort&, const HostPort&) = default;
};

/// Parses "127.0.0.1:3021", "[::1]:3021" or "name:3021". All before the last colon is the host;
/// whether it is one that the caller can use, is the caller's to check. Absent without a colon, and
/// without a decimal port of at most 65535 after it.
std::optional<HostPort> parseHostPort(std::string_view text);

} // namespace faultline
