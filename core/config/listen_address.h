// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_cursor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace faultline::config {

/// Where a server listens.
struct ListenAddress
{
    std::string address; ///< An IP address; the server checks it when it binds to it.
    std::uint16_t port = 0;

    friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

/// "127.0.0.1:3021", "[::1]:3021"; absent for absence and null. A mistake is recorded.
std::optional<ListenAddress> readListenAddress(const json::JsonCursor& value);

} // namespace faultline::config
