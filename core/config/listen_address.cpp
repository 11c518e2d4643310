// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/listen_address.h"

#include "core/base/hex.h"

#include <limits>

namespace faultline::config {

std::optional<ListenAddress> readListenAddress(const json::JsonCursor& value)
{
    const auto text = value.optionalString();
    if (!text)
        return std::nullopt;
    const auto colon = text->rfind(':');
    const auto port = colon == std::string::npos
                          ? std::nullopt
                          : parseDecimal(std::string_view(*text).substr(colon + 1));
    if (!port || *port > std::numeric_limits<std::uint16_t>::max()) {
        value.refuse("expected an ip address and a port, such as \"127.0.0.1:3021\"");
        return std::nullopt;
    }
    auto address = text->substr(0, colon);
    if (address.starts_with('[') && address.ends_with(']'))
        address = address.substr(1, address.size() - 2);
    return ListenAddress{.address = std::move(address), .port = static_cast<std::uint16_t>(*port)};
}

} // namespace faultline::config
