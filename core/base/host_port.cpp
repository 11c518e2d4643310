// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/host_port.h"

#include "core/base/hex.h"

#include <limits>

namespace faultline {

std::optional<HostPort> parseHostPort(std::string_view text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto port = parseDecimal(text.substr(colon + 1));
    if (!port || *port > std::numeric_limits<std::uint16_t>::max())
        return std::nullopt;
    auto host = text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']'))
        host = host.substr(1, host.size() - 2);
    return HostPort{.host = std::string(host), .port = static_cast<std::uint16_t>(*port)};
}

} // namespace faultline
