// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace faultline::remote {

/// A server that symbolicates instead of this process.
struct ServerAddress
{
    std::string url;     ///< The root of its API.
    std::string token{}; ///< Bearer token; empty: none. It goes to no other host.
};

} // namespace faultline::remote
