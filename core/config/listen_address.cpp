// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/listen_address.h"

#include "core/base/host_port.h"

#include <utility>

namespace faultline::config {

std::optional<ListenAddress> readListenAddress(const json::JsonCursor& value)
{
    const auto text = value.optionalString();
    if (!text)
        return std::nullopt;
    auto parsed = parseHostPort(*text);
    if (!parsed) {
        value.refuse("expected an ip address and a port, such as \"127.0.0.1:3021\"");
        return std::nullopt;
    }
    return ListenAddress{.address = std::move(parsed->host), .port = parsed->port};
}

} // namespace faultline::config
